import type { Entry } from '@holdall/api'
import { Eye } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import type { RowHandlers } from '../browser-state/browser-context.ts'

type Handlers = Pick<RowHandlers, 'onOpen' | 'actions' | 'onPreview'>

const canShow = ({ type }: Entry) => type === 'file'

/** Where `open` is given: files open with it, and their menu begins with "Preview". */
export function useWithPreview({ onOpen, actions }: Handlers, open: ((id: string) => void) | null): Handlers {
  const intl = useIntl()
  if (!open) return { onOpen, actions }
  const show = (entry: Entry) => {
    if (canShow(entry)) open(entry.id)
    else onOpen(entry)
  }
  return {
    onOpen: show,
    onPreview: show,
    actions(target) {
      const { single } = target
      const [first = [], ...rest] = actions(target)
      if (!single || !canShow(single)) return [first, ...rest]
      const preview = {
        id: 'preview',
        label: intl.formatMessage({ id: 'browser.preview' }),
        icon: Eye,
        shortcut: intl.formatMessage({ id: 'browser.key.enter' }),
        run: () => {
          open(single.id)
        },
      }
      return [[preview, ...first], ...rest]
    },
  }
}
