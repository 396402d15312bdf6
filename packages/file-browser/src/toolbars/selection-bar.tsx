import { useReadable } from '@holdall/section'
import { Button, Grow, Heading, Icon, IconButton, Spinner, useIsPhone } from '@holdall/ui'
import { Ellipsis, X } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import { type FileAction, menuEntries, type Target } from '../browser-state/file-action.ts'
import { SheetMenu } from '../back-button/sheet-menu.tsx'
import { type Browser, useBrowser } from '../browser-state/browser-context.ts'
import type { View } from '../file-list/remembered-scroll.ts'
import { useFormatSize } from '../format/size.ts'
import { setMultiSelect } from '../browser-state/multi-select.ts'
import type { SelectionState } from '../browser-state/selection.ts'
import { withDetails } from '../details/show-details.ts'
import { selectAll } from '../browser-state/select-range.ts'
import { targetOf } from '../browser-state/action-target.ts'
import { Divide, PhoneActions, SelectionBox, SubBar, Sum, TopBar } from './toolbar-styles.ts'

function useSelected(): { readonly browser: Browser; readonly target: Target; readonly state: SelectionState } {
  const browser = useBrowser()
  const state = useReadable(browser.selection)
  return { browser, target: targetOf(browser, state), state }
}

/** Clears the selection and focuses the list. */
const clear = (browser: Browser) => () => {
  setMultiSelect(browser, false)
  browser.focus()
}

/** Bytes of the selected files; null where a folder or an entry that is not loaded is selected. */
function sizeOf({ entries, count }: Target): number | null {
  if (count === 0 || entries.length < count || entries.some(({ type }) => type === 'folder')) return null
  return entries.reduce((sum, { attributes }) => sum + (attributes.filesize ?? 0), 0)
}

const inBar = (actions: readonly (readonly FileAction[])[]) =>
  actions.flat().filter(({ inBar: shown, disabledReason }) => shown && disabledReason === undefined)

const Count = ({ count }: { readonly count: number }) => <FormattedMessage id="browser.selected" values={{ count }} />

/** The number of selected entries and the actions for them, in place of the view bar. */
export function SelectionBar({ view }: { readonly view: View }) {
  const intl = useIntl()
  const formatSize = useFormatSize()
  const phone = useIsPhone()
  const { browser, target } = useSelected()
  const loading = useReadable(browser.selecting)
  const size = sizeOf(target)
  if (phone) return <SubBar>{size === null ? null : <bdi>{formatSize(size)}</bdi>}</SubBar>
  const actions = target.count > 0 ? inBar(browser.now().actions(target)) : []
  const safe = actions.filter(({ danger }) => !danger)
  const dangerous = actions.filter(({ danger }) => danger)
  const button = (action: FileAction) => (
    <Button
      key={action.id}
      size="s"
      variant="quiet"
      icon={action.icon}
      flip={action.flip ?? false}
      onClick={action.run}
    >
      {action.label}
    </Button>
  )
  return (
    <SelectionBox role="toolbar" aria-label={intl.formatMessage({ id: 'browser.selection' })}>
      <IconButton
        icon={X}
        size="s"
        label={intl.formatMessage({ id: 'browser.clear_selection' })}
        onClick={clear(browser)}
      />
      <Sum aria-live="polite">
        <b>
          <Count count={target.count} />
        </b>
        {size === null ? null : (
          <span>
            · <bdi>{formatSize(size)}</bdi>
          </span>
        )}
        {loading ? <Spinner /> : null}
      </Sum>
      {view === 'grid' ? <SelectAllButton browser={browser} /> : null}
      {actions.length > 0 ? <Divide /> : null}
      {safe.map(button)}
      {dangerous.length > 0 && safe.length > 0 ? <Divide /> : null}
      {dangerous.map(button)}
    </SelectionBox>
  )
}

/** Header of the page on a phone while something is selected. */
export function PhoneSelectionHead() {
  const intl = useIntl()
  const { browser, target } = useSelected()
  return (
    <TopBar>
      <IconButton
        icon={X}
        iconSize={20}
        label={intl.formatMessage({ id: 'browser.clear_selection' })}
        onClick={clear(browser)}
      />
      <Grow>
        <Heading as="h1" style={{ fontSize: 'var(--t-20)' }} aria-live="polite">
          <Count count={target.count} />
        </Heading>
      </Grow>
      <SelectAllButton browser={browser} />
    </TopBar>
  )
}

/** The list of rows has a check box for this in its head. */
function SelectAllButton({ browser }: { readonly browser: Browser }) {
  return (
    <Button
      variant="quiet"
      size={useIsPhone() ? 'm' : 's'}
      onClick={() => {
        void selectAll(browser)
      }}
      style={{ color: 'var(--accent-text)' }}
    >
      <FormattedMessage id="browser.select_all_short" />
    </Button>
  )
}

const MAX_PHONE_ACTIONS = 3

/** Actions at the bottom of a phone's screen while something is selected. */
export function PhoneSelectionActions() {
  const intl = useIntl()
  const { browser, target, state } = useSelected()
  if (target.count === 0) return null
  const groups = withDetails(browser, intl, browser.now().actions(target), state)
  const actions = inBar(groups).slice(0, MAX_PHONE_ACTIONS)
  const rest = groups.map((group) => group.filter((action) => !actions.includes(action)))
  return (
    <PhoneActions role="toolbar" aria-label={intl.formatMessage({ id: 'browser.selection' })}>
      {actions.map((action) => (
        <button key={action.id} type="button" data-danger={action.danger || undefined} onClick={action.run}>
          <Icon as={action.icon} size={20} flip={action.flip ?? false} />
          {action.label}
        </button>
      ))}
      {rest.some((group) => group.length > 0) ? (
        <SheetMenu
          label={intl.formatMessage({ id: 'browser.more_short' })}
          items={menuEntries(rest)}
          trigger={
            <button type="button">
              <Icon as={Ellipsis} size={20} />
              <FormattedMessage id="browser.more_short" />
            </button>
          }
        />
      ) : null}
    </PhoneActions>
  )
}
