import type { ClientConfig } from '@holdall/api'
import type { UploadSource } from '@holdall/section'

export type Verdict =
  | { readonly queue: true }
  | { readonly queue: false; readonly because: 'system-file' | 'empty' | 'blocked-type' | 'too-large' }

type Limits = Pick<ClientConfig, 'mimetypesBlacklist' | 'uploadLimit'>

/** Whether a file may be queued at all (SPEC section 5). The server decides again; this saves the way there. */
export function admit({ file }: UploadSource, { mimetypesBlacklist, uploadLimit }: Limits): Verdict {
  if (file.name === '.DS_Store') return { queue: false, because: 'system-file' }
  if (file.size === 0) return { queue: false, because: 'empty' }
  if (mimetypesBlacklist.includes(file.type || extensionOf(file.name))) return { queue: false, because: 'blocked-type' }
  if (uploadLimit > 0 && file.size > uploadLimit) return { queue: false, because: 'too-large' }
  return { queue: true }
}

/** Lower case, without the dot; empty where there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}
