import { useIntl } from 'react-intl'
import { Link, useReadable } from '@holdall/section'
import { Icon, VisuallyHidden } from '@holdall/ui'
import { Menu } from '@holdall/ui/icons'
import styled, { css } from 'styled-components'
import { useShell } from '../host/host-provider.tsx'
import { useNavigationEntries } from './navigation-entries.ts'
import { navIcon } from './navigation-icons.ts'
import { UnreadDot } from './unread-dot.ts'

const MAX_ENTRIES = 4

const Bar = styled.nav`
  position: fixed;
  z-index: var(--z-rail);
  inset-inline: 0;
  inset-block-end: 0;
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  align-items: center;
  block-size: calc(64px + env(safe-area-inset-bottom));
  padding-block-end: env(safe-area-inset-bottom);
  background: color-mix(in srgb, var(--surface), transparent 6%);
  backdrop-filter: blur(16px);
  box-shadow: 0 -1px 0 var(--line);
`
const cell = css`
  display: grid;
  justify-items: center;
  align-content: center;
  gap: 3px;
  block-size: 56px;
  border-radius: var(--r);
  color: var(--text-3);
  font-size: var(--t-11);
  font-weight: var(--w-medium);
  line-height: 14px;
  letter-spacing: 0;
  text-align: center;
  &:focus-visible {
    outline-offset: -2px;
  }
  &[aria-current] {
    color: var(--accent-text);
  }
`
const Entry = styled(Link)`
  ${cell}
`
const Open = styled.button`
  ${cell}
`
const MenuDot = styled(UnreadDot)`
  &[data-unread]::after {
    inset-block-start: -1px;
    inset-inline-end: -3px;
    box-shadow: 0 0 0 2px var(--surface);
  }
`

export function BottomBar() {
  const { mobileMenu, notifications } = useShell()
  const intl = useIntl()
  const entries = useNavigationEntries().slice(0, MAX_ENTRIES)
  const open = useReadable(mobileMenu.isOpen)
  const unread = useReadable(notifications.unread)
  return (
    <Bar aria-label={intl.formatMessage({ id: 'navigation.main' })}>
      {entries.map((entry) => (
        <Entry key={entry.id} to={entry.path} aria-current={entry.active ? 'page' : undefined}>
          <Icon as={navIcon(entry.icon)} size={20} />
          {entry.label}
        </Entry>
      ))}
      <Open type="button" aria-haspopup="dialog" aria-expanded={open} onClick={mobileMenu.toggle}>
        <MenuDot data-unread={unread > 0 || undefined}>
          <Icon as={Menu} size={20} />
        </MenuDot>
        {intl.formatMessage({ id: 'navigation.menu' })}
        {unread > 0 ? (
          <VisuallyHidden>{intl.formatMessage({ id: 'notifications.unread' }, { count: unread })}</VisuallyHidden>
        ) : null}
      </Open>
    </Bar>
  )
}
