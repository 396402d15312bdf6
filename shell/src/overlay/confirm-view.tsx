import { useId } from 'react'
import { useIntl } from 'react-intl'
import { ConfirmBody, Dialog } from '@holdall/ui/dialog'
import { useShell } from '../host/host-provider.tsx'
import type { Layer } from '../stores/overlay-store.ts'

interface Props {
  readonly layer: Extract<Layer, { kind: 'confirm' }>
  readonly container: HTMLElement
}

export function ConfirmView({ layer: { key, content, answer }, container }: Props) {
  const { overlay } = useShell()
  const intl = useIntl()
  const titleId = useId()
  const cancel = () => {
    overlay.dismiss(key)
  }
  return (
    <Dialog open onClose={cancel} size="s" role="alertdialog" labelledBy={titleId} container={container}>
      <ConfirmBody
        titleId={titleId}
        title={content.title}
        text={content.message}
        confirm={content.confirm}
        cancel={content.cancel ?? intl.formatMessage({ id: 'confirm.cancel' })}
        danger={content.danger ?? false}
        onCancel={cancel}
        onConfirm={() => {
          answer(true)
          overlay.dismiss(key)
        }}
      />
    </Dialog>
  )
}
