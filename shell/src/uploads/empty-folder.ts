import type { UploadCalls } from './upload-calls.ts'

/** Creates the missing folders of a path, and returns the ids of all folders of the path. */
export async function createFolderAt(
  calls: Pick<UploadCalls, 'createFolder' | 'foldersIn'>,
  folderId: string | null,
  path: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids: string[] = []
  let parentId = folderId
  for (const segment of path.split('/').filter(Boolean)) {
    const level = await calls.foldersIn(parentId, signal)
    // The server stores names in NFC and trimmed.
    const name = segment.normalize('NFC').trim()
    const existing = level.find((folder) => folder.name === name)
    parentId = existing?.id ?? (await calls.createFolder(segment, parentId, signal)).id
    ids.push(parentId)
  }
  if (ids.length === 0) throw new Error('The path of a folder is empty.')
  return ids
}
