import { type ClientConfig, extensionOf } from '@holdall/api'
import type { UploadSource } from '@holdall/section'
import { createSkippedNames } from './skipped-names.ts'

export type RefusalReason = 'empty' | 'blocked-type' | 'too-large'
export type Limits = Pick<ClientConfig, 'mimetypesBlacklist' | 'uploadLimit' | 'allowEmptyFiles' | 'skippedNames'>

export interface RefusedSource {
  readonly source: UploadSource
  readonly reason: RefusalReason
}

/**
 * Which files may be queued (SPEC section 5), and which folders of the tree no file creates. The server checks again;
 * this avoids the request. System files and other names of the operator's setting are skipped silently.
 */
export function admitAll(
  sources: readonly UploadSource[],
  emptyFolders: readonly string[],
  limits: Limits,
): {
  readonly admitted: readonly UploadSource[]
  readonly folders: readonly string[]
  readonly refused: readonly RefusedSource[]
} {
  const admitted: UploadSource[] = []
  const refused: RefusedSource[] = []
  const foldersOfUnsent = new Set<string>()
  const noteFolder = (source: UploadSource) => {
    const folder = folderOf(source)
    if (folder !== '') foldersOfUnsent.add(folder)
  }
  const isSkipped = createSkippedNames(limits.skippedNames ?? [])
  for (const source of sources) {
    if (isSkipped(source.file.name)) {
      noteFolder(source)
      continue
    }
    const reason = reasonToRefuse(source, limits)
    if (reason === null) {
      admitted.push(source)
      continue
    }
    refused.push({ source, reason })
    if (reason === 'empty') noteFolder(source)
  }
  const made = withAncestors([...admitted.map(folderOf), ...emptyFolders])
  return {
    admitted,
    folders: [...emptyFolders, ...[...foldersOfUnsent].filter((folder) => !made.has(folder))],
    refused,
  }
}

function reasonToRefuse(
  { file }: UploadSource,
  { mimetypesBlacklist, uploadLimit, allowEmptyFiles = false }: Limits,
): RefusalReason | null {
  if (file.size === 0 && !allowEmptyFiles) return 'empty'
  if (mimetypesBlacklist.includes(file.type || extensionOf(file.name))) return 'blocked-type'
  if (uploadLimit > 0 && file.size > uploadLimit) return 'too-large'
  return null
}

/** Folders with all that are above them. */
function withAncestors(folders: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>()
  for (const folder of folders) {
    let path = folder
    while (path !== '' && !all.has(path)) {
      all.add(path)
      path = parentOf(path)
    }
  }
  return all
}

const parentOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf('/'), 0))
const folderOf = ({ path = '' }: UploadSource) => parentOf(path)
