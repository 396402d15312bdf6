import { useIntl } from 'react-intl'
import { useReadable } from '@holdall/section'
import { Icon, type IconType } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import { Bell, LogOut, Moon, Search, Sun } from '@holdall/ui/icons'
import styled from 'styled-components'
import { useShell } from '../host-provider.tsx'
import { BELL } from '../notifications/bell.ts'

const List = styled.ul`
  margin-inline: -8px;
`
const Item = styled.button`
  display: flex;
  align-items: center;
  gap: 16px;
  inline-size: 100%;
  block-size: 48px;
  padding-inline: 12px;
  border-radius: var(--r);
  font-size: var(--t-15);
  & > svg {
    color: var(--icon);
  }
  &:hover {
    background: var(--hover);
  }
`

/** What the rail holds beside its places, on a phone. */
export function MobileMenu() {
  const { mobileMenu, notifications, session, spotlight, theme } = useShell()
  const intl = useIntl()
  const dark = useReadable(theme) === 'dark'
  const label = (id: string) => intl.formatMessage({ id })
  const item = (icon: IconType, id: string, run: () => unknown, flip = false) => (
    <li>
      <Item
        type="button"
        {...(icon === Bell && BELL)}
        onClick={() => {
          mobileMenu.off()
          void run()
        }}
      >
        <Icon as={icon} size={20} flip={flip} />
        {label(id)}
      </Item>
    </li>
  )
  return (
    <Dialog open onClose={mobileMenu.off} size="s" title={label('navigation.menu')} closeLabel={label('close')}>
      <List>
        {item(Search, 'spotlight.label', spotlight.on)}
        {item(Bell, 'notifications.title', notifications.toggle)}
        {dark ? item(Sun, 'theme.to_light', theme.toggle) : item(Moon, 'theme.to_dark', theme.toggle)}
        {item(LogOut, 'log_out', session.signOut, true)}
      </List>
    </Dialog>
  )
}
