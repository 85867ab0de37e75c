/** Which interrupt began a conversation: immutable, one for a tenant and an id. */
export interface Conversations {
  /** Claims the id for this interrupt; false when another one has it. */
  begin(tenant: string, conversationId: string, ref: string, partition: number): Promise<boolean>;
  /** The interrupt that has the id; its partition where that was kept, which was not always done. */
  beganWith(tenant: string, conversationId: string): Promise<Beginning | undefined>;
}

export interface Beginning {
  readonly ref: string;
  readonly partition?: number | undefined;
}
