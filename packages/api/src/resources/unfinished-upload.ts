import * as z from '@holdall/schema'
import { Bytes, Id, Instant } from './field-types.ts'

/** A file that any sender is uploading into the files of an account. It takes a part of the quota until it is complete. */
export const UnfinishedUpload = z.object({
  id: Id,
  type: z.literal('unfinished-upload'),
  attributes: z.object({
    name: z.string(),
    /** `a/b`: the folders between `folder` and the file, which are created with it; or empty. `…/b`: the last of very many. */
    path: z.string(),
    /** The announced size; null where none is. */
    filesize: z.nullable(Bytes),
    received: Bytes,
    /** Bytes of the quota that it takes. */
    reserved: Bytes,
    /** `name`: of the member, of the shared entry or of the upload request; null where it is gone. */
    uploader: z.object({ kind: z.enum(['self', 'member', 'link', 'upload-request']), name: z.nullable(z.string()) }),
    /** The target; its name is null for the top. Null where the folder is deleted. */
    folder: z.nullable(z.object({ name: z.nullable(z.string()) })),
    created_at: Instant,
    /** When the last bytes arrived. */
    updated_at: Instant,
    /** When it ends by itself, unless it is continued. */
    expires_at: Instant,
  }),
})
export type UnfinishedUpload = z.infer<typeof UnfinishedUpload>
