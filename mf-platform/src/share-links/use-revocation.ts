import { isApiError } from '@holdall/api-client'
import { isolate, useHost } from '@holdall/section'
import { useIntl } from 'react-intl'
import { useReportError } from '../error-messages/report-error.ts'
import { revokeLink, revokeLinksOf } from './share-link-queries.ts'

/** Revokes links of an entry, after a question. Each resolves to whether it was done; why not was shown. */
export function useRevocation(id: string, name: string) {
  const { events, overlay, toasts } = useHost()
  const intl = useIntl()
  const report = useReportError()
  const text = (key: string, values?: Record<string, string | number>) => intl.formatMessage({ id: key }, values)

  const afterQuestion = async (
    question: { readonly title: string; readonly message: string; readonly confirm: string; readonly cancel: string },
    revoke: () => Promise<string>,
  ): Promise<boolean> => {
    if (!(await overlay.confirm({ ...question, danger: true }))) return false
    let isDone = false
    try {
      toasts.show({ type: 'success', message: await revoke() })
      isDone = true
    } catch (error) {
      // It was removed elsewhere.
      isDone = isApiError(error, 'not-found')
      if (isDone) toasts.show({ type: 'info', message: text('share.links.gone') })
      else report(error)
    }
    events.emit('shares.changed', { entryId: id })
    return isDone
  }
  return {
    /** `isOneOfSeveral`: the entry stays shared. */
    one: (token: string, isOneOfSeveral: boolean) =>
      afterQuestion(
        {
          title: isOneOfSeveral
            ? text('share.links.remove_one.title')
            : text('share.stop.title', { name: isolate(name) }),
          message: text('share.stop.text'),
          confirm: text(isOneOfSeveral ? 'share.links.remove_one.action' : 'share.stop.confirm'),
          cancel: text(isOneOfSeveral ? 'share.links.remove_one.cancel' : 'share.stop.cancel'),
        },
        async () => {
          await revokeLink(token)
          return isOneOfSeveral ? text('share.remove.done', { count: 1 }) : text('share.stopped')
        },
      ),
    all: (count: number) =>
      afterQuestion(
        {
          title: text('share.remove.title', { count }),
          message: text('share.remove.text'),
          confirm: text('share.remove.action'),
          cancel: text('share.stop.cancel'),
        },
        async () => {
          const { revoked, failure } = await revokeLinksOf([id])
          if (failure) throw failure.error
          return text('share.remove.done', { count: revoked })
        },
      ),
  }
}
