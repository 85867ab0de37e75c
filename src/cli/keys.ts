import { parseRosterSetting } from "../config.ts";
import { digestOfSecret, formatApiKey, isApiKeyId, mintApiKey } from "../identity/api-key.ts";
import { SCOPES } from "../identity/roster-file.ts";
import type { Roster } from "../identity/roster.ts";
import type { StoredApiKey } from "../redis/api-keys.ts";
import { command, commands, type Misunderstood, refused } from "./command.ts";
import { EXIT } from "./exit.ts";
import { withStore } from "./store.ts";

/** `parley keys`: API keys for the HTTP doors. Digests and secrets are never shown, a new key once. */

const LONGEST_LABEL = 200;

interface Wanted {
  readonly tenant: string;
  readonly principal: string;
  readonly scopes?: readonly string[] | undefined;
  readonly label?: string | undefined;
}

const create = command({
  usage: [
    [
      "keys create --tenant T --principal P [--scope S ...] [--label TEXT]",
      "make an API key for somebody in the roster; it is shown once",
    ],
  ],
  about: `The key alone goes to standard output. Without --scope it may do what the roster lets its principal do;
scopes are ${SCOPES.join(", ")}.
`,
  options: {
    tenant: { type: "string" },
    principal: { type: "string" },
    scope: { type: "string", multiple: true },
    label: { type: "string" },
  },
  async run({ tenant, principal, scope: scopes, label }, environment) {
    if (tenant === undefined) return { misunderstood: "--tenant is missing" };
    if (principal === undefined) return { misunderstood: "--principal is missing" };
    const wanted = { tenant, principal, scopes: scopes && [...new Set(scopes)], label };
    return misspelled(wanted) ?? createKey(wanted, environment);
  },
});

function misspelled({ scopes = [], label = "" }: Wanted): Misunderstood | undefined {
  const known: readonly string[] = SCOPES;
  if (!scopes.every((each) => known.includes(each))) {
    return { misunderstood: `--scope must be one of ${SCOPES.join(", ")}` };
  }
  if (label.length > LONGEST_LABEL || /\p{Control}/u.test(label)) {
    return { misunderstood: `--label must be one line of at most ${LONGEST_LABEL} characters` };
  }
  return undefined;
}

async function createKey(wanted: Wanted, environment: NodeJS.ProcessEnv): Promise<number> {
  const parsed = parseRosterSetting(environment);
  if (!parsed.ok) return refused(...parsed.problems);
  const reason = unfounded(wanted, parsed.roster);
  if (reason !== undefined) return refused(reason);
  return withStore(environment, async ({ apiKeys }) => {
    const key = mintApiKey();
    await apiKeys.create({ id: key.id, digest: digestOfSecret(key.secret), ...wanted });
    process.stdout.write(`${formatApiKey(key)}\n`);
    process.stderr.write(
      `This key is shown once and cannot be shown again. Its id is ${key.id}: parley keys revoke ${key.id} ends it.\n`,
    );
    return EXIT.done;
  });
}

/** Why the roster gives no reason for such a key. */
function unfounded({ tenant, principal, scopes }: Wanted, roster: Roster): string | undefined {
  if (!roster.hasTenant(tenant)) {
    return `the roster lists no such tenant; --tenant must be one of ${roster.tenants().join(", ")}`;
  }
  const found = roster.principalById(tenant, principal);
  if (found === undefined) {
    return `the roster lists no such principal in tenant ${tenant}; --principal must be the id of one`;
  }
  const beyond = scopes?.filter((each) => !found.scopes.includes(each)) ?? [];
  return beyond.length === 0
    ? undefined
    : `the roster does not give ${beyond.join(", ")} to ${found.id}, so no key of theirs can`;
}

const list = command({
  usage: [["keys list [--tenant T] [--json]", "list API keys, revoked ones too"]],
  options: { tenant: { type: "string" }, json: { type: "boolean" } },
  async run({ tenant, json }, environment) {
    return withStore(environment, async ({ apiKeys }) => {
      const keys = (await apiKeys.list(tenant)).map(shown);
      process.stdout.write(json === true ? `${JSON.stringify({ keys }, null, 2)}\n` : asText(keys));
      return EXIT.done;
    });
  },
});

type Shown = ReturnType<typeof shown>;

/** What may be seen of a key, null where there is nothing. */
function shown({ id, tenant, principal, scopes, label, createdAt, revokedAt }: StoredApiKey) {
  return {
    id,
    tenant,
    principal,
    scopes: scopes ?? null,
    label: label ?? null,
    created: new Date(createdAt).toISOString(),
    revoked: revokedAt === undefined ? null : new Date(revokedAt).toISOString(),
  };
}

function asText(keys: readonly Shown[]): string {
  if (keys.length === 0) return "There are no API keys.\n";
  const rows = [
    ["ID", "TENANT", "PRINCIPAL", "SCOPES", "CREATED", "REVOKED", "LABEL"],
    ...keys.map(({ scopes, revoked, label, ...key }) => [
      key.id,
      key.tenant,
      key.principal,
      scopes?.join(",") ?? "as the principal",
      key.created,
      revoked ?? "-",
      label ?? "-",
    ]),
  ];
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths?.[at] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

const revoke = command({
  usage: [["keys revoke ID", "end an API key for good, at once"]],
  about: "ID is the 16 letters and digits between pk_ and the secret, as keys list shows them.\n",
  options: {},
  words: ["the id of a key"],
  async run(_, environment, [id = ""]) {
    // A whole key would be a secret, and is not repeated.
    if (!isApiKeyId(id)) return { misunderstood: "ID must be 16 letters and digits, without pk_" };
    return withStore(environment, async ({ apiKeys }) => {
      if ((await apiKeys.revoke(id)) === undefined) return refused(`there is no API key ${id}`);
      process.stdout.write(`revoked ${id}\n`);
      return EXIT.done;
    });
  },
});

export const keysCommand = commands({ create, list, revoke });
