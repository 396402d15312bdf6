import { useSession } from '@holdall/section'
import { Avatar, Icon, Text } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { SidebarFrame, SidebarLinks, SidebarItem } from '../layout/sidebar-frame.tsx'
import { type UserPageId, userPages } from './user-pages.ts'

const Person = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  padding-inline: 10px;
  & > span:last-child {
    display: grid;
    min-inline-size: 0;
  }
`

/** Who is signed in, and the pages of the account. */
export function UserSidebar({ page }: { readonly page: UserPageId }) {
  const intl = useIntl()
  const session = useSession()
  if (session.state === 'anonymous') return null
  const { name, email, avatar, color } = session.user.attributes
  return (
    <SidebarFrame>
      <Person>
        <Avatar name={name} avatar={avatar} color={color} size={40} decorative />
        <span>
          <Text weight="semi" clip dir="auto">
            {name}
          </Text>
          <Text variant="caption" tone="subtle" clip>
            <bdi>{email}</bdi>
          </Text>
        </span>
      </Person>
      <SidebarLinks aria-label={intl.formatMessage({ id: 'user.pages' })}>
        {userPages.map(({ id, path, labelId, icon }) => (
          <SidebarItem key={id} to={path} {...(id === page && { 'aria-current': 'page' })}>
            <Icon as={icon} />
            <FormattedMessage id={labelId} />
          </SidebarItem>
        ))}
      </SidebarLinks>
    </SidebarFrame>
  )
}
