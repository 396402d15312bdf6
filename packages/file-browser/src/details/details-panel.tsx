import { type ComponentProps, type ComponentType, useEffect, useId, useState } from 'react'
import { useReadable } from '@holdall/section'
import { Heading, IconButton, useIsPhone, useMediaQuery } from '@holdall/ui'
import type { Dialog } from '@holdall/ui/dialog'
import { X } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import { targetOf } from '../browser-state/action-target.ts'
import { type Details, useBrowser } from '../browser-state/browser-context.ts'
import { countSelected, type SelectionState } from '../browser-state/selection.ts'
import { useBackDismisses } from '../back-button/use-back-dismisses.ts'
import type { FolderState } from '../folder-data/file-source.ts'
import { WIDE } from './show-details.ts'

const Panel = styled.aside`
  display: flex;
  flex: none;
  flex-direction: column;
  inline-size: var(--details);
  overflow: auto;
  border-inline-start: 1px solid var(--line);
  scrollbar-width: thin;
  scrollbar-color: var(--line-2) transparent;
  padding-block-end: calc(24px + var(--tray-space, 0px) + var(--upper-tray-space, 0px));
  &[data-floating] {
    position: absolute;
    z-index: var(--z-tray);
    inset-block: 0;
    inset-inline-end: 0;
    max-inline-size: 100%;
    background: var(--raised);
    box-shadow: var(--sh-3);
    padding-block-start: 12px;
  }
`
const Head = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  justify-content: space-between;
  padding-block: 4px 8px;
  padding-inline: 20px 12px;
`

interface PanelProps {
  readonly details: Details
  readonly status: FolderState
}

/** Facts about what is selected, or about the folder: a panel beside the list, a sheet on a phone. */
export function DetailsPanel(props: PanelProps) {
  const browser = useBrowser()
  const phone = useIsPhone()
  const wide = useMediaQuery(WIDE)
  const opened = useReadable(browser.details)
  if (phone) return <Sheet {...props} opened={opened} />
  if (wide ? !props.details.isVisible : opened === null) return null
  return <SidePanel {...props} isFloating={!wide} />
}

function SidePanel({ details, status, isFloating }: PanelProps & { readonly isFloating: boolean }) {
  const browser = useBrowser()
  const intl = useIntl()
  const titleId = useId()
  const selection = useReadable(browser.selection)
  const close = () => {
    if (isFloating) browser.details.set(null)
    else details.onVisible(false)
    browser.focus()
  }
  return (
    // Escape closes what floats; the list handles it otherwise.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <Panel
      aria-labelledby={titleId}
      data-floating={isFloating || undefined}
      onKeyDown={({ key }) => {
        if (isFloating && key === 'Escape') close()
      }}
    >
      <Head>
        <Heading id={titleId} style={{ fontSize: 'var(--t-14)' }}>
          {intl.formatMessage({ id: 'browser.details' })}
        </Heading>
        <IconButton icon={X} label={intl.formatMessage({ id: 'browser.details_close' })} onClick={close} />
      </Head>
      <Subject details={details} status={status} state={selection} />
    </Panel>
  )
}

type DialogPart = ComponentType<ComponentProps<typeof Dialog>>

/** The sheet of a phone, whose code is loaded when it is first opened. */
function Sheet({ details, status, opened }: PanelProps & { readonly opened: SelectionState | null }) {
  const browser = useBrowser()
  const intl = useIntl()
  const [Part, setPart] = useState<DialogPart | null>(null)
  useBackDismisses(opened !== null, () => {
    browser.details.set(null)
  })
  useEffect(() => {
    if (!opened || Part) return
    import('@holdall/ui/dialog').then(
      (loaded) => {
        setPart(() => loaded.Dialog)
      },
      // The next attempt fetches it again.
      () => {
        browser.details.set(null)
      },
    )
  }, [browser, opened, Part])
  if (!Part || !opened) return null
  return (
    <Part
      open
      title={intl.formatMessage({ id: 'browser.details' })}
      closeLabel={intl.formatMessage({ id: 'browser.details_close' })}
      onClose={() => {
        browser.details.set(null)
      }}
    >
      <Subject details={details} status={status} state={opened} />
    </Part>
  )
}

function Subject({ details, status, state }: PanelProps & { readonly state: SelectionState }) {
  const browser = useBrowser()
  if (status.state !== 'ready') return null
  const isAny = countSelected(state, status.total) > 0
  return details.render({ target: isAny ? targetOf(browser, state) : null, status })
}
