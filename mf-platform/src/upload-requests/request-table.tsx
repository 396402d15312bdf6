import type { UploadRequest } from '@holdall/api'
import { menuEntries, SheetMenu } from '@holdall/file-browser'
import { isolate, Link, useHost } from '@holdall/section'
import { Badge, Card, IconButton, KindTile, linkStyles, TableSimple, Text, useIsPhone } from '@holdall/ui'
import { Copy, Ellipsis, MailPlus } from '@holdall/ui/icons'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import styled from 'styled-components'
import { type RequestState, stateHues, stateOf } from './request-state.ts'
import { isOpenRequest } from './upload-request-queries.ts'
import { useRequestActions } from './use-request-actions.ts'

/** The first column has the width that the others leave. */
export const RequestCard = styled(Card)`
  tbody th {
    inline-size: 100%;
    max-inline-size: 0;
    padding-block: 10px;
    text-align: start;
    white-space: normal;
  }
`
export const What = styled.span`
  display: flex;
  align-items: center;
  gap: 12px;
  min-inline-size: 0;
  & > span:last-child {
    display: grid;
    gap: 1px;
    min-inline-size: 0;
  }
`
const Name = styled(Link)`
  ${linkStyles}
  color: inherit;
`
const Line = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 8px;
  margin-block-start: 4px;
`
const Buttons = styled.span`
  display: inline-flex;
  gap: 2px;
`

/** The requests with their state and menu. On a phone the name, the state and the menu. */
export function RequestTable({ requests }: { readonly requests: readonly UploadRequest[] }) {
  const intl = useIntl()
  const phone = useIsPhone()
  return (
    <RequestCard>
      <TableSimple label={intl.formatMessage({ id: 'locations.requests' })}>
        <thead>
          <tr>
            <th scope="col">
              <FormattedMessage id="upload_requests.column.request" />
            </th>
            <th scope="col" data-wide>
              <FormattedMessage id="upload_requests.column.state" />
            </th>
            <th scope="col" data-wide data-end>
              <FormattedMessage id="upload_requests.column.files" />
            </th>
            <th scope="col" data-wide>
              <FormattedMessage id="upload_requests.column.date" />
            </th>
            <th scope="col" data-end>
              <FormattedMessage id="upload_requests.column.actions" />
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} isPhone={phone} />
          ))}
        </tbody>
      </TableSimple>
    </RequestCard>
  )
}

const StateBadge = ({ state }: { readonly state: RequestState }) => (
  <Badge hue={stateHues[state]} dot={state === 'active' || state === 'filling'}>
    <FormattedMessage id={`upload_requests.state.${state}`} />
  </Badge>
)

interface RequestRowProps {
  readonly request: UploadRequest
  readonly isPhone: boolean
}

function RequestRow({ request, isPhone }: RequestRowProps) {
  const { navigation } = useHost()
  const intl = useIntl()
  const { copy, menu } = useRequestActions()
  const { name, notes, email, folder_id: folderId, parent_name: parentName, files_received: files } = request.attributes
  const { closes_at: closesAt, ended_at: endedAt } = request.attributes
  const state = stateOf(request)
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values)
  const date =
    closesAt !== null
      ? text('upload_requests.closes', {
          date: intl.formatDate(closesAt, { dateStyle: 'medium', timeStyle: 'short' }),
        })
      : endedAt !== null
        ? text('upload_requests.ended', { date: intl.formatDate(endedAt, { dateStyle: 'medium' }) })
        : ''
  const groups = menu(request)
  const label = text('upload_requests.menu', { name: isolate(name) })
  return (
    <tr>
      <th scope="row">
        <What>
          <KindTile hue={stateHues[state]} icon={MailPlus} size={36} />
          <span>
            <Text clip weight="medium" dir="auto" title={name}>
              {folderId === null ? name : <Name to={navigation.href('Files', { id: folderId })}>{name}</Name>}
            </Text>
            <Text variant="secondary" tone="subtle" clip>
              {email ? (
                <FormattedMessage id="upload_requests.asked" values={{ email: <bdi key="email">{email}</bdi> }} />
              ) : notes ? (
                <bdi>{notes}</bdi>
              ) : (
                <FormattedMessage
                  id="upload_requests.in"
                  values={{ folder: <bdi key="folder">{parentName ?? text('locations.home')}</bdi> }}
                />
              )}
            </Text>
            {isPhone ? (
              <Line>
                <StateBadge state={state} />
                <Text variant="secondary" tone="subtle">
                  {files > 0 ? <FormattedMessage id="upload_requests.files" values={{ count: files }} /> : date}
                </Text>
              </Line>
            ) : null}
          </span>
        </What>
      </th>
      <td data-wide>
        <StateBadge state={state} />
      </td>
      <td data-wide data-end>
        <FormattedNumber value={files} />
      </td>
      <td data-wide>{date}</td>
      <td data-end>
        <Buttons>
          {isOpenRequest(request) && !isPhone ? (
            <IconButton
              icon={Copy}
              label={text('upload_requests.copy_named', { name: isolate(name) })}
              onClick={() => void copy(request)}
            />
          ) : null}
          <SheetMenu
            align="end"
            label={label}
            items={menuEntries(groups)}
            trigger={<IconButton icon={Ellipsis} label={label} />}
          />
        </Buttons>
      </td>
    </tr>
  )
}
