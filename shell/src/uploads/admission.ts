import { type ClientConfig, extensionOf } from '@holdall/api'
import type { UploadSource } from '@holdall/section'

type Reason = 'system-file' | 'empty' | 'blocked-type' | 'too-large'
type Limits = Pick<ClientConfig, 'mimetypesBlacklist' | 'uploadLimit'>

export interface Refused {
  /** Names of the empty files. */
  readonly empty: readonly string[]
  readonly reasons: ReadonlySet<Reason>
}

/**
 * Which files may be queued (SPEC section 5), and which folders of the tree no file creates. The server checks again;
 * this avoids the request.
 */
export function admitAll(
  sources: readonly UploadSource[],
  emptyFolders: readonly string[],
  limits: Limits,
): { readonly admitted: readonly UploadSource[]; readonly folders: readonly string[]; readonly refused: Refused } {
  const admitted: UploadSource[] = []
  const empty: string[] = []
  const reasons = new Set<Reason>()
  const foldersOfEmptyFiles = new Set<string>()
  for (const source of sources) {
    const reason = reasonToRefuse(source, limits)
    if (reason === null) {
      admitted.push(source)
      continue
    }
    reasons.add(reason)
    if (reason === 'empty') {
      empty.push(source.file.name)
      const folder = folderOf(source)
      if (folder !== '') foldersOfEmptyFiles.add(folder)
    }
  }
  const made = withAncestors([...admitted.map(folderOf), ...emptyFolders])
  return {
    admitted,
    folders: [...emptyFolders, ...[...foldersOfEmptyFiles].filter((folder) => !made.has(folder))],
    refused: { empty, reasons },
  }
}

function reasonToRefuse({ file }: UploadSource, { mimetypesBlacklist, uploadLimit }: Limits): Reason | null {
  if (file.name === '.DS_Store') return 'system-file'
  if (file.size === 0) return 'empty'
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
