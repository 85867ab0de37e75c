/** The error registry of the interrupt specification: every code with its HTTP status, which is part of it. */

/** Those that we answer. */
const ANSWERED = {
  idempotency_key_invalid: 400,
  validation_error: 400,
  interrupt_token_invalid: 401,
  unauthenticated: 401,
  forbidden: 403,
  id_tenant_mismatch: 403,
  not_found: 404,
  protocol_version_unsupported: 406,
  idempotency_in_flight: 409,
  idempotency_key_mismatch: 409,
  interrupt_already_resolved: 409,
  /** `If-Match` names another payload than the one that waits. */
  version_conflict: 409,
  interrupt_expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  capability_not_provided: 422,
  capability_required: 422,
  rate_limited: 429,
  internal_error: 500,
  /** Redis is away. */
  runner_unavailable: 503,
} as const satisfies Readonly<Record<string, number>>;

export type ErrorCode = keyof typeof ANSWERED;

/** Those that other hosts of the protocol answer, and events carry. */
const OTHERS: readonly (readonly [status: number, codes: string])[] = [
  [
    400,
    `connection_provider_unresolved connector_action_unresolved credential_scope_unsupported
    delegation_chain_cyclic delegation_chain_too_long interop_version_unsupported
    oauth_provider_unsupported oauth_scope_unsupported pack_dependency_cycle pack_engine_unsupported
    pack_integrity_failure pack_kind_invalid pack_lockfile_incomplete pack_peer_dependency_missing
    pack_peer_dependency_undefined pack_signature_invalid pack_validation_failed
    protocol_version_mismatch schedule_horizon_exceeded sub_chain_cycle sub_chain_depth_exceeded
    unsupported_runtime unsupported_stream_mode until_in_past webhook_endpoint_unverified
    webhook_url_rejected`,
  ],
  [
    401,
    `audience_mismatch connector_auth_declined connector_auth_expired credential_lifetime_exceeded
    credential_revoked delegation_expired identity_unresolvable identity_unverified key_revoked
    sender_constraint_missing`,
  ],
  [
    403,
    `credential_forbidden credential_scope_forbidden delegation_scope_amplified
    force_engine_version_forbidden mock_provider_forbidden pack_namespace_unauthorized run_forbidden
    sandbox_capability_denied sandbox_escape_attempt workspace_membership_required`,
  ],
  [
    404,
    `credential_not_found interrupt_not_found pack_version_not_found replay_source_missing
    signature_not_available`,
  ],
  [
    409,
    `connection_provider_conflict envelope_correlation_conflict pack_dependency_conflict
    pack_integrity_mismatch replay_context_summary_unavailable replay_diverged_at_refusal
    replay_memory_snapshot_unavailable run_already_active run_state_conflict run_terminal
    workspace_conflict`,
  ],
  [410, "interrupt_cancelled"],
  [413, "workspace_too_large"],
  [
    422,
    `approval_rejected connection_auth_metadata_mismatch credential_required envelope_invalid
    envelope_refusal envelope_truncation_unrecoverable fork_point_invalid loop_limit_exceeded
    mcp_mrtr_rounds_exceeded pack_runtime_requirement_unmet recursion_limit_exceeded
    residency_unavailable run_timeout sandbox_memory_exceeded sandbox_timeout token_budget_exceeded
    unknown_envelope_kind unknown_schema_version`,
  ],
  [426, "client_version_unsupported"],
  [500, "event_type_unmapped pack_load_failure payload_unprojectable"],
  [501, "credential_unavailable"],
  [503, "pack_registry_unreachable"],
];

const REGISTERED: ReadonlyMap<string, number> = new Map([
  ...Object.entries(ANSWERED),
  ...OTHERS.flatMap(([status, codes]) => codes.split(/\s+/).map((code) => [code, status] as const)),
]);

const RETRYABLE: ReadonlySet<string> = new Set([
  "internal_error",
  "pack_registry_unreachable",
  "rate_limited",
  "residency_unavailable",
  "runner_unavailable",
]);

/** `org.code` of somebody else's making. The organisations are not known here; `openwop.` is reserved. */
const VENDOR_CODE = /^(?!openwop\.)[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.[a-z][a-z0-9_]*$/;

/** The HTTP status of a code that we answer. */
export function statusOf(code: ErrorCode): number {
  return ANSWERED[code];
}

/** The HTTP status of any registered code; undefined for vendors' codes and for what is no code. */
export function registeredStatus(code: string): number | undefined {
  return REGISTERED.get(code);
}

/** May the same request succeed later, as it is? */
export function isRetryable(code: string): boolean {
  return RETRYABLE.has(code);
}

/** A registered code, or a vendor's. */
export function isErrorCode(code: string): boolean {
  return REGISTERED.has(code) || VENDOR_CODE.test(code);
}
