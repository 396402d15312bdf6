import { Button, type ButtonProps, Notice, Stack } from '@holdall/ui'
import { Dialog, type DialogProps } from '@holdall/ui/dialog'
import { type ReactNode, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

/** Cancel, and the button that the other props are for. */
export const DialogButtons = ({ close, ...action }: ButtonProps & { readonly close: () => void }) => (
  <>
    <CancelButton close={close} />
    <Button variant="primary" {...action} />
  </>
)

const CancelButton = ({ close }: { readonly close: () => void }) => (
  <Button onClick={close}>
    <FormattedMessage id="popup.cancel" />
  </Button>
)

type Frame = Extract<DialogProps, { title: unknown }>

interface FormDialogProps extends Pick<Frame, 'title' | 'subtitle' | 'icon' | 'size' | 'initialFocus'> {
  readonly close: () => void
  /** Label of the button that submits. */
  readonly action: ReactNode
  readonly variant?: 'primary' | 'danger'
  /** In place of the button that submits, where there is nothing to submit. */
  readonly otherAction?: ReactNode
  readonly isBusy: boolean
  readonly isDisabled?: boolean
  /** Why it failed, where that is about no single field. */
  readonly error?: ReactNode
  /** Pixels between the fields. */
  readonly gap?: number
  /** Not called while it is busy. */
  readonly submit: () => void
  readonly children: ReactNode
}

/** A dialog with a form, a button that cancels and one that submits. */
export function FormDialog(props: FormDialogProps) {
  const { close, action, variant = 'primary', otherAction, isBusy, isDisabled = false } = props
  const { error, gap = 16, submit, children, title, subtitle, icon, size = 'm', initialFocus } = props
  const intl = useIntl()
  const form = useId()
  return (
    <Dialog
      open
      onClose={close}
      size={size}
      title={title}
      subtitle={subtitle}
      icon={icon}
      initialFocus={initialFocus}
      closeLabel={intl.formatMessage({ id: 'popup.close' })}
      footer={
        otherAction === undefined ? (
          <DialogButtons close={close} variant={variant} type="submit" form={form} busy={isBusy} disabled={isDisabled}>
            {action}
          </DialogButtons>
        ) : (
          <>
            <CancelButton close={close} />
            {otherAction}
          </>
        )
      }
    >
      <Stack
        as="form"
        gap={gap}
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) submit()
        }}
      >
        {error ? (
          <Notice tone="danger" role="alert">
            {error}
          </Notice>
        ) : null}
        {children}
      </Stack>
    </Dialog>
  )
}
