import { fetchOnce, messagesFor } from '@holdall/section'
import { uploadMessages } from '../uploads/upload-messages.ts'

/** Loads the tray's code and its messages: for the corner that shows it, and with the engine, before the connection can be lost. */
export async function loadTray(locale: string) {
  const [UploadTray] = await Promise.all([
    import('./upload-tray.tsx').then((m) => m.UploadTray),
    fetchOnce(messagesFor({ messages: uploadMessages }, locale)),
  ])
  return UploadTray
}
