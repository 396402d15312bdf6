import { useIntl } from 'react-intl'
import { useReadable } from '@holdall/section'
import { ToastView, useReservedSpace } from '@holdall/ui'
import styled from 'styled-components'
import { useShell } from '../host/host-provider.tsx'

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
  /* There is no space beside the trays: toasts are above them. */
  @media (max-width: 1280px) {
    inset-block-end: calc(32px + var(--notice-space, 0px) + var(--tray-space, 0px) + var(--upper-tray-space, 0px));
  }
  @media (max-width: 640px) {
    inset-block-end: calc(
      80px + env(safe-area-inset-bottom) + var(--notice-space, 0px) + var(--tray-space, 0px) +
        var(--upper-tray-space, 0px)
    );
    & > * {
      inline-size: 100%;
    }
    /* A sheet is at the bottom, and no higher than below the toasts; what begins at the top has its title there. */
    body:has([role='menu'], [role='dialog']:not([data-begins='top']), [role='alertdialog']) & {
      inset-block: calc(12px + env(safe-area-inset-top)) auto;
    }
  }
`
const tones = { success: 'ok', danger: 'danger', info: 'info' } as const

/** Toasts at the bottom of the page. The region is always rendered: screen readers read only what is added to one. */
export function Toasts() {
  const { toasts } = useShell()
  const intl = useIntl()
  const shown = useReadable(toasts.shown)
  const region = useReservedSpace('--toast-space')
  return (
    <Region
      ref={region}
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
