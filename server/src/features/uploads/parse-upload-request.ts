import { createHash } from 'node:crypto'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { nameFrom } from '../entries/entry-name-rules.ts'

/** The checked fields of an upload or a chunk. */
export interface UploadRequest {
  readonly uploadId: string
  /** `bare`: a chunk without an offset is appended. `offset`: a chunk has one. `once`: a whole file in one call. */
  readonly form: 'bare' | 'offset' | 'once'
  readonly name: string
  /** Folders between the target and the file, outermost first. */
  readonly folders: readonly string[]
  readonly offset: number | undefined
  readonly size: number | undefined
  readonly last: boolean
  readonly checksum: string | undefined
  /** The file's own date. That of the first chunk counts; where it has none, that of the last one. */
  readonly modifiedAt: number | undefined
  readonly replace: boolean
  readonly extension: string
}

interface Fields {
  readonly name: string
  readonly path?: string | undefined
  readonly upload_id?: string | undefined
  readonly offset?: number | undefined
  readonly size?: number | undefined
  readonly is_last_chunk?: boolean | undefined
  readonly checksum?: string | undefined
  readonly modified_at?: number | undefined
  readonly replace?: boolean | undefined
  readonly extension?: string | undefined
}

const MAX_DEPTH = 100

/** `sender`: tells those apart who send files as the same actor. */
export function parseChunkRequest(fields: Fields, parentId: string, ...sender: readonly string[]): UploadRequest {
  const { upload_id: uploadId, offset } = fields
  if ((uploadId === undefined) !== (offset === undefined)) {
    const missing = uploadId === undefined ? 'upload_id' : 'offset'
    throw refuse('validation', { errors: { [missing]: ['“upload_id” and “offset” belong together.'] } })
  }
  const requested = common(fields)
  const bare = createHash('sha256')
    .update(JSON.stringify([parentId, requested.folders, requested.name, ...sender]))
    .digest('base64url')
  return {
    ...requested,
    // With the dot it differs from every id that a client can choose.
    uploadId: uploadId ?? `bare.${bare}`,
    form: uploadId === undefined ? 'bare' : 'offset',
    offset,
    size: fields.size,
    last: fields.is_last_chunk ?? false,
  }
}

export function parseWholeRequest(fields: Fields, unique: string): UploadRequest {
  return { ...common(fields), uploadId: `once.${unique}`, form: 'once', offset: 0, size: undefined, last: true }
}

function common(
  fields: Fields,
): Pick<UploadRequest, 'name' | 'folders' | 'checksum' | 'modifiedAt' | 'replace' | 'extension'> {
  // "/a/b/file.txt": the last part repeats the file's own name.
  const folders = (fields.path ?? '').split('/').slice(0, -1).filter(Boolean).map(nameFrom)
  if (folders.length > MAX_DEPTH) throw refuse('validation', { errors: { path: ['This path is too deep.'] } })
  return {
    name: nameFrom(fields.name),
    folders,
    checksum: fields.checksum,
    modifiedAt: fields.modified_at,
    replace: fields.replace ?? false,
    extension: (fields.extension ?? '').replace(/^\./, ''),
  }
}
