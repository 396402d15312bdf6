import { useIntl } from 'react-intl'
import { Link, useReadable } from '@holdall/section'
import { Grow, Icon, IconButton, Mark } from '@holdall/ui'
import { Bell, LogOut, Moon, Sun } from '@holdall/ui/icons'
import styled from 'styled-components'
import { useShell } from '../host/host-provider.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BELL } from '../notifications/notification-bell.ts'
import { UnreadDot } from './unread-dot.ts'
import { useNavigationEntries } from './navigation-entries.ts'
import { navIcon } from './navigation-icons.ts'
import { NavigationToggle } from './navigation-toggle.tsx'

const Bar = styled.nav`
  position: sticky;
  inset-block-start: 0;
  z-index: var(--z-rail);
  display: flex;
  flex: none;
  flex-direction: column;
  align-items: center;
  gap: 4px;
  inline-size: var(--rail);
  block-size: 100%;
  min-block-size: 0;
  padding-block: 16px 14px;
  overflow-y: auto;
  scrollbar-width: none;
  @media (max-width: 1023px) {
    inline-size: 68px;
  }
`
const Home = styled(Link)`
  flex: none;
  display: grid;
  place-items: center;
  block-size: 40px;
  margin-block-end: 16px;
  border-radius: var(--r);
  & > img {
    max-inline-size: 56px;
  }
`
const Entry = styled(Link)`
  flex: none;
  display: grid;
  justify-items: center;
  gap: 4px;
  inline-size: 60px;
  padding-block: 8px 6px;
  border-radius: var(--r);
  color: var(--text-2);
  font-size: var(--t-11);
  font-weight: var(--w-medium);
  line-height: 14px;
  letter-spacing: 0.002em;
  text-align: center;
  transition: background var(--m-fast) var(--ease);
  & > svg {
    color: var(--icon);
  }
  & > span {
    max-inline-size: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  &:hover {
    background: var(--hover);
  }
  &[aria-current] {
    background: var(--surface);
    color: var(--text);
    box-shadow:
      var(--sh-1),
      0 0 0 1px var(--line);
    & > svg {
      color: var(--accent-text);
    }
  }
`
const Tool = styled(IconButton)`
  inline-size: 40px;
  block-size: 40px;
`

export function NavigationRail() {
  const { config, notifications, session, theme } = useShell()
  const intl = useIntl()
  const entries = useNavigationEntries()
  const dark = useReadable(theme) === 'dark'
  const centreOpen = useReadable(notifications.isOpen)
  const unread = useReadable(notifications.unread)
  const label = (id: string) => intl.formatMessage({ id })
  return (
    <Bar aria-label={label('navigation.main')}>
      <Home to={entries[0]?.path ?? '/'} aria-label={config.name}>
        <Mark />
      </Home>
      {entries.map((entry) => (
        <Entry key={entry.id} to={entry.path} title={entry.label} aria-current={entry.active ? 'page' : undefined}>
          <Icon as={navIcon(entry.icon)} size={20} />
          <span>{entry.label}</span>
        </Entry>
      ))}
      <Grow />
      <NavigationToggle />
      <UnreadDot data-unread={unread > 0 || undefined}>
        <Tool
          {...BELL}
          icon={Bell}
          iconSize={20}
          label={
            unread > 0
              ? intl.formatMessage({ id: 'notifications.unread' }, { count: unread })
              : label('notifications.title')
          }
          aria-expanded={centreOpen}
          aria-pressed={centreOpen || undefined}
          onClick={notifications.toggle}
        />
      </UnreadDot>
      <Tool
        icon={dark ? Sun : Moon}
        iconSize={20}
        label={label(dark ? 'theme.to_light' : 'theme.to_dark')}
        onClick={theme.toggle}
      />
      <Tool
        icon={LogOut}
        iconSize={20}
        flip
        label={label('log_out')}
        onClick={() => {
          void session.signOut()
        }}
      />
      <AccountMenu />
    </Bar>
  )
}
