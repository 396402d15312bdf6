import { useIntl } from 'react-intl'
import { usePreferences, useSession } from '@holdall/section'
import { Avatar, LazyMenu, VisuallyHidden } from '@holdall/ui'
import { CircleUserRound, LogOut, Monitor, Moon, Sun } from '@holdall/ui/icons'
import styled from 'styled-components'
import { useShell } from '../host/host-provider.tsx'
import { useNavigationEntries } from './navigation-entries.ts'

const Account = styled.button`
  flex: none;
  display: grid;
  justify-items: center;
  gap: 4px;
  inline-size: 60px;
  margin-block-start: 4px;
  padding-block: 6px;
  border-radius: var(--r);
  color: var(--text-2);
  font-size: var(--t-11);
  font-weight: var(--w-medium);
  line-height: 14px;
  &:hover,
  &[aria-expanded='true'] {
    background: var(--hover);
  }
  & > span:last-child {
    max-inline-size: 100%;
    padding-inline: 2px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`
export const Person = styled.span`
  display: grid;
  min-inline-size: 0;
  line-height: 18px;
  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & > :first-child {
    color: var(--text);
    font-size: var(--t-14);
    font-weight: var(--w-semi);
  }
  & > :last-child {
    color: var(--text-3);
    font-size: var(--t-12);
    font-weight: var(--w-regular);
  }
`

const themeIcons = { light: Sun, dark: Moon, system: Monitor } as const

/** The signed-in user, at the end of the rail; opens a menu with language, theme and sign-out. */
export function AccountMenu() {
  const { language, navigation, session, theme } = useShell()
  const now = useSession()
  const { theme: mode } = usePreferences()
  const intl = useIntl()
  const profile = useNavigationEntries().find(({ icon }) => icon === 'user')
  if (now.state === 'anonymous') return null
  const { name, email, avatar, color } = now.user.attributes
  const label = (id: string) => intl.formatMessage({ id })
  return (
    <LazyMenu
      side="inline-end"
      align="end"
      label={label('account.menu')}
      trigger={
        <Account type="button" title={name}>
          <VisuallyHidden>{intl.formatMessage({ id: 'account.open' }, { name })}</VisuallyHidden>
          <Avatar name={name} avatar={avatar} color={color} size={32} decorative />
          <span dir="auto" aria-hidden>
            {now.user.relationships.settings.data.attributes.first_name || name}
          </span>
        </Account>
      }
      items={[
        {
          kind: 'label',
          id: 'person',
          label: (
            <Person>
              <span dir="auto">{name}</span>
              <span>
                <bdi>{email}</bdi>
              </span>
            </Person>
          ),
        },
        ...(profile
          ? [
              {
                kind: 'action' as const,
                id: 'profile',
                icon: CircleUserRound,
                label: profile.label,
                onSelect: () => {
                  navigation.go(profile.path)
                },
              },
            ]
          : []),
        { kind: 'separator', id: 'person-end' },
        { kind: 'label', id: 'language', label: label('language.label') },
        ...language.choices.map((choice) => ({
          kind: 'choice' as const,
          id: choice.locale,
          label: <span lang={choice.locale}>{choice.name}</span>,
          checked: choice.locale === language.locale,
          onSelect: () => void language.choose(choice.locale),
        })),
        { kind: 'separator', id: 'language-end' },
        { kind: 'label', id: 'theme', label: label('theme.label') },
        ...(['light', 'dark', 'system'] as const).map((choice) => ({
          kind: 'choice' as const,
          id: choice,
          icon: themeIcons[choice],
          label: label(`theme.${choice}`),
          checked: choice === mode,
          onSelect: () => {
            theme.choose(choice)
          },
        })),
        { kind: 'separator', id: 'theme-end' },
        {
          kind: 'action',
          id: 'log-out',
          label: label('log_out'),
          icon: LogOut,
          flip: true,
          onSelect: () => void session.signOut(),
        },
      ]}
    />
  )
}
