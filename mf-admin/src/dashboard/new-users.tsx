import { formatBytes } from '@holdall/section'
import { Avatar, Badge, Button, Notice, Skeleton, TableSimple, Text } from '@holdall/ui'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { Panel } from '../layout/panel.tsx'
import { type NewUser, useNewUsers } from './dashboard-queries.ts'

const Who = styled.span`
  display: flex;
  align-items: center;
  gap: 12px;
  max-inline-size: 260px;
  min-inline-size: 0;
  text-align: start;
  & > span:last-child {
    display: grid;
    min-inline-size: 0;
  }
`
const Inside = styled.div`
  display: grid;
  gap: 20px;
  padding: 12px 20px 20px;
`

/** The five newest accounts. */
export function NewUsers() {
  const { data, error, isFetching, refetch } = useNewUsers()
  return (
    <Panel title={<FormattedMessage id="dashboard.new_users" />} bleed>
      {data ? <Accounts users={data} /> : null}
      {!data && error ? (
        <Inside>
          <Notice
            tone="danger"
            role="alert"
            action={
              <Button size="s" busy={isFetching} onClick={() => void refetch()}>
                <FormattedMessage id="admin.retry" />
              </Button>
            }
          >
            <FormattedMessage id="admin.failed_title" />
          </Notice>
        </Inside>
      ) : null}
      {!data && !error ? (
        <Inside aria-hidden>
          {[150, 120, 170].map((width) => (
            <Who key={width}>
              <Skeleton width={32} height={32} round />
              <span>
                <Skeleton width={width} height={12} />
                <Skeleton width={width + 30} height={10} style={{ marginBlockStart: 8 }} />
              </span>
            </Who>
          ))}
        </Inside>
      ) : null}
    </Panel>
  )
}

function Accounts({ users }: { readonly users: readonly NewUser[] }) {
  const intl = useIntl()
  if (users.length === 0)
    return (
      <Inside>
        <Text variant="secondary" tone="subtle">
          <FormattedMessage id="dashboard.new_users_none" />
        </Text>
      </Inside>
    )
  return (
    <TableSimple label={intl.formatMessage({ id: 'dashboard.new_users' })}>
      <thead>
        <tr>
          <th scope="col">
            <FormattedMessage id="dashboard.column_user" />
          </th>
          <th scope="col" data-wide>
            <FormattedMessage id="dashboard.column_role" />
          </th>
          <th scope="col" data-wide data-end>
            <FormattedMessage id="dashboard.column_used" />
          </th>
          <th scope="col" data-end>
            <FormattedMessage id="dashboard.column_since" />
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map(({ id, attributes: { name, email, role, avatar, color, used, created_at } }) => (
          <tr key={id}>
            <th scope="row">
              <Who>
                <Avatar name={name} avatar={avatar} color={color} decorative />
                <span>
                  <Text clip weight="medium" dir="auto">
                    {name}
                  </Text>
                  <Text variant="secondary" tone="subtle" clip dir="ltr">
                    {email}
                  </Text>
                </span>
              </Who>
            </th>
            <td data-wide>
              <Badge hue={role === 'admin' ? 'violet' : 'green'}>
                <FormattedMessage id={role === 'admin' ? 'roles.admin' : 'roles.user'} />
              </Badge>
            </td>
            <td data-wide data-end>
              {formatBytes(intl, used)}
            </td>
            <td data-end>
              <FormattedDate value={created_at} dateStyle="medium" />
            </td>
          </tr>
        ))}
      </tbody>
    </TableSimple>
  )
}
