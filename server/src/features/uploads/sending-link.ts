import type { Trx } from '../../infrastructure/db/transact.ts'

/** The public link or the upload request that an upload is sent by; one of both is null. */
export interface SenderIds {
  readonly share_id: string | null
  readonly upload_request_id: string | null
}

export interface SendingLink extends SenderIds {
  /** Throws when its visitor may not upload there any more. Called in the transaction that creates the file. */
  readonly admit: (trx: Trx) => Promise<void>
}
