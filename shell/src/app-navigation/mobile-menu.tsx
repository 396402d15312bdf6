import { useIntl } from 'react-intl'
import { useReadable, useSession } from '@holdall/section'
import { Avatar, Count, Field, Grow, Icon, type IconType } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import { Select } from '@holdall/ui/menu'
import { Bell, LogOut, Moon, Search, Sun } from '@holdall/ui/icons'
import styled from 'styled-components'
import { useShell } from '../host/host-provider.tsx'
import { Person } from './account-menu.tsx'

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

const Who = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  padding-block-end: 8px;
`

/** On a phone: what the rail has in addition to its entries. */
export function MobileMenu() {
  const { language, mobileMenu, notifications, session, spotlight, theme } = useShell()
  const intl = useIntl()
  const now = useSession()
  const dark = useReadable(theme) === 'dark'
  const unread = useReadable(notifications.unread)
  const label = (id: string) => intl.formatMessage({ id })
  const item = (icon: IconType, id: string, run: () => unknown, { flip = false, count = 0 } = {}) => (
    <li>
      <Item
        type="button"
        onClick={() => {
          mobileMenu.close()
          void run()
        }}
      >
        <Icon as={icon} size={20} flip={flip} />
        {label(id)}
        {count > 0 ? (
          <>
            <Grow />
            <Count>{intl.formatNumber(count)}</Count>
          </>
        ) : null}
      </Item>
    </li>
  )
  return (
    <Dialog open onClose={mobileMenu.close} size="s" title={label('navigation.menu')} closeLabel={label('close')}>
      {now.state === 'signed-in' ? (
        <Who>
          <Avatar
            name={now.user.attributes.name}
            avatar={now.user.attributes.avatar}
            color={now.user.attributes.color}
            size={40}
            decorative
          />
          <Person>
            <span dir="auto">{now.user.attributes.name}</span>
            <span>
              <bdi>{now.user.attributes.email}</bdi>
            </span>
          </Person>
        </Who>
      ) : null}
      <List>
        {item(Search, 'spotlight.label', spotlight.open)}
        {item(Bell, 'notifications.title', notifications.toggle, { count: unread })}
        {dark ? item(Sun, 'theme.to_light', theme.toggle) : item(Moon, 'theme.to_dark', theme.toggle)}
        {item(LogOut, 'log_out', session.signOut, { flip: true })}
      </List>
      <Field label={label('language.label')}>
        <Select
          options={language.choices.map(({ locale, name }) => ({ value: locale, label: name }))}
          value={language.locale}
          onChange={(locale) => void language.choose(locale)}
        />
      </Field>
    </Dialog>
  )
}
