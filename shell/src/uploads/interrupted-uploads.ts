import type { UploadItem, LinkTarget, UploadSource } from '@holdall/section'
import type { QueuedUpload } from './queued-upload.ts'

interface Target {
  readonly folderId: string | null
  readonly link?: LinkTarget | undefined
}

/** Finds the interrupted uploads that a chosen file resumes, by id; without a target those to any folder. */
export function matchInterrupted(uploads: readonly QueuedUpload[]) {
  const itemsByFile = new Map<string, UploadItem[]>()
  for (const { item, remembered } of uploads) {
    if (item.state.step !== 'interrupted') continue
    const key = keyOf(item.path, item.name, item.size, remembered.lastModified)
    itemsByFile.set(key, [...(itemsByFile.get(key) ?? []), item])
  }
  return ({ file, path = '' }: UploadSource, target?: Target): readonly string[] =>
    (itemsByFile.get(keyOf(path, file.name, file.size, file.lastModified)) ?? [])
      .filter((item) => !target || (item.folderId === target.folderId && item.link?.token === target.link?.token))
      .map(({ id }) => id)
}

const keyOf = (path: string, name: string, size: number, lastModified: number) =>
  JSON.stringify([path, name, size, lastModified])
