import { createFolder, folderTree } from '@holdall/api'
import type { ApiClient } from '@holdall/api-client'

/** Creates the missing folders of a path, and returns the id of the last one. */
export async function createFolderAt(
  api: ApiClient,
  folderId: string | null,
  path: string,
  signal: AbortSignal,
): Promise<string> {
  let parentId = folderId
  for (const segment of path.split('/').filter(Boolean)) {
    const query = parentId === null ? {} : { parent_id: parentId }
    const level = await api.call(folderTree, { query }, { signal })
    // The server stores names in NFC and trimmed.
    const name = segment.normalize('NFC').trim()
    const existing = level.data.find((folder) => folder.name === name)
    parentId =
      existing?.id ??
      (await api.call(createFolder, { body: { name: segment, parent_id: parentId } }, { signal })).data.id
  }
  if (parentId === null) throw new Error('The path of a folder is empty.')
  return parentId
}
