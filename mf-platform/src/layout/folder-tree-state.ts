import { createStore } from '@holdall/file-browser'

/** Which folders of the tree are open; shared by all pages. */
export const openFolders = createStore<ReadonlySet<string>>(new Set())

/** Opens a folder's ancestors. */
export function openPath(ids: readonly string[]): void {
  const open = openFolders.get()
  if (ids.some((id) => !open.has(id))) openFolders.set(new Set([...open, ...ids]))
}

export function toggleFolder(id: string): void {
  const next = new Set(openFolders.get())
  if (!next.delete(id)) next.add(id)
  openFolders.set(next)
}
