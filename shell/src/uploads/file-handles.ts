/** Permissions of handles are not in TypeScript's DOM types; browsers without them need none. */
interface PermissionedHandle extends FileSystemHandle {
  queryPermission?(descriptor: { readonly mode: 'read' }): Promise<PermissionState>
  requestPermission?(descriptor: { readonly mode: 'read' }): Promise<PermissionState>
}

/** Whether the handle may be read without a request for permission. */
export async function isReadable(handle: PermissionedHandle): Promise<boolean> {
  try {
    return ((await handle.queryPermission?.({ mode: 'read' })) ?? 'granted') === 'granted'
  } catch {
    return false
  }
}

/** Requests permission to read. Browsers show the request in a user gesture only. */
export async function requestRead(handle: PermissionedHandle): Promise<boolean> {
  if (await isReadable(handle)) return true
  try {
    return (await handle.requestPermission?.({ mode: 'read' })) === 'granted'
  } catch {
    return false
  }
}

/** The file of a handle; of a folder's handle the file at `path`, which begins with the folder's name. */
export async function fileAt(handle: FileSystemHandle, path: string): Promise<File> {
  if (handle.kind === 'file') return (handle as FileSystemFileHandle).getFile()
  const [name = '', ...reversedFolders] = path.split('/').filter(Boolean).slice(1).toReversed()
  let folder = handle as FileSystemDirectoryHandle
  for (const segment of reversedFolders.toReversed()) folder = await folder.getDirectoryHandle(segment)
  return (await folder.getFileHandle(name)).getFile()
}
