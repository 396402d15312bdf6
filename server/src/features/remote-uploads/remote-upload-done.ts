import type { RemoteUploadProgress } from '@holdall/api'
import type { NewNotification } from '../notifications/notification-service.ts'

/** That all files of a remote upload were fetched or have failed. Its button opens the target folder. */
export const remoteUploadDone = (
  folderId: string | null,
  { total, failed }: RemoteUploadProgress,
): NewNotification => ({
  category: 'remote-upload-done',
  title: failed === total ? 'notification.remote_upload_failed.title' : 'notification.remote_upload_done.title',
  description: 'notification.remote_upload_done.description',
  values: { saved: total - failed, failed },
  action: {
    type: 'route',
    params: { route: 'Files', id: folderId, button: 'notification.show_folder' },
  },
})
