import { useIntl } from 'react-intl'
import { useReadable } from '@holdall/section'
import { ToastView } from '@holdall/ui'
import styled from 'styled-components'
import { useShell } from '../host-provider.tsx'

const Region = styled.output`
  position: fixed;
  z-index: var(--z-toast);
  inset-block-end: calc(24px + var(--notice-space, 0px));
  inset-inline: 16px;
  display: grid;
  gap: 8px;
  justify-items: center;
  pointer-events: none;
  & > * {
    pointer-events: auto;
  }
  /* Beside the uploads in the corner there is no room for them: they stand above. */
  @media (max-width: 1280px) {
    inset-block-end: calc(32px + var(--notice-space, 0px) + var(--tray-space, 0px));
  }
  @media (max-width: 640px) {
    inset-block-end: calc(80px + env(safe-area-inset-bottom) + var(--notice-space, 0px) + var(--tray-space, 0px));
    & > * {
      inline-size: 100%;
    }
    /* An open sheet stands at the bottom. */
    body:has([role='menu'], [role='dialog'], [role='alertdialog']) & {
      inset-block: calc(12px + env(safe-area-inset-top)) auto;
    }
  }
`
const tones = { success: 'ok', danger: 'danger', info: 'info' } as const

/** What just happened, at the foot of the page. The region is always there: only then is what comes into it read aloud. */
export function Toasts() {
  const { toasts } = useShell()
  const intl = useIntl()
  const shown = useReadable(toasts.shown)
  return (
    <Region
      aria-live="polite"
      aria-atomic={false}
      onMouseEnter={toasts.hold}
      onMouseLeave={toasts.release}
      onFocus={toasts.hold}
      onBlur={toasts.release}
    >
      {shown.map(({ id, type, message, action }) => (
        <ToastView
          key={id}
          tone={tones[type]}
          closeLabel={intl.formatMessage({ id: 'close' })}
          onClose={() => {
            toasts.dismiss(id)
          }}
          action={
            action && {
              label: action.label,
              onSelect: () => {
                toasts.dismiss(id)
                action.run()
              },
            }
          }
        >
          {message}
        </ToastView>
      ))}
    </Region>
  )
}
