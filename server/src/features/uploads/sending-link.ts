import type { Trx } from '../../infrastructure/db/transact.ts'

/** A link that an upload is sent by. */
export interface SendingLink {
  readonly shareId: string
  /** Throws when its visitor may not upload there any more. Called in the transaction that creates the file. */
  readonly admit: (trx: Trx) => Promise<void>
}
