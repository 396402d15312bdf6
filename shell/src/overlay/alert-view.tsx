import { useId } from 'react'
import { useIntl } from 'react-intl'
import { AlertBody, Dialog } from '@holdall/ui/dialog'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from '@holdall/ui/icons'
import { useShell } from '../host/host-provider.tsx'
import type { Layer } from '../stores/overlay-store.ts'

const looks = {
  danger: { icon: CircleAlert, hue: 'red' },
  success: { icon: CircleCheck, hue: 'green' },
  info: { icon: Info, hue: 'blue' },
  warning: { icon: TriangleAlert, hue: 'amber' },
} as const

interface Props {
  readonly layer: Extract<Layer, { kind: 'alert' }>
  readonly container: HTMLElement
}

export function AlertView({ layer: { key, content }, container }: Props) {
  const { overlay } = useShell()
  const intl = useIntl()
  const titleId = useId()
  const close = () => {
    overlay.dismiss(key)
  }
  // SPEC section 8: the default texts of a language without these messages.
  const confirm =
    content.tone === 'success'
      ? { id: 'alerts.success_confirm', defaultMessage: 'Awesome!' }
      : { id: 'alerts.error_confirm', defaultMessage: 'That’s horrible!' }
  return (
    <Dialog open onClose={close} size="m" role="alertdialog" labelledBy={titleId} container={container}>
      <AlertBody
        {...looks[content.tone ?? 'warning']}
        titleId={titleId}
        title={content.title}
        text={content.message}
        action={content.button ?? intl.formatMessage(confirm)}
        onClose={close}
      />
    </Dialog>
  )
}
