import { emptyTrash } from '@holdall/api'
import { api } from '@holdall/api-client'
import type { HostApi } from '@holdall/section'

/** Deletes everything in the trash once that is confirmed. `report` shows an error. */
export async function emptyTrashAfterAsking(
  { overlay, toasts, events }: Pick<HostApi, 'overlay' | 'toasts' | 'events'>,
  text: (id: string) => string,
  report: (error: unknown) => void,
): Promise<void> {
  const confirmed = await overlay.confirm({
    title: text('trash.dump.title'),
    message: text('trash.dump.text'),
    confirm: text('trash.dump.confirm'),
    cancel: text('trash.dump.cancel'),
    danger: true,
  })
  if (!confirmed) return
  try {
    await api.call(emptyTrash)
    toasts.show({ type: 'success', message: text('trash.dump.done') })
  } catch (error) {
    report(error)
  }
  events.emit('trash.changed', {})
}
