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
/** The folder and the note are cut each at its own end: their texts may have different directions. */
const Parts = styled(Text)`
  display: flex;
  gap: 5px;
  min-inline-size: 0;
  & > span {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > span:first-child:not(:last-child) {
    flex: none;
    max-inline-size: 60%;
  }
`
const End = styled.span`
  display: inline-block;
  inline-size: max-content;
  max-inline-size: 210px;
  white-space: normal;
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

/** When a request closes, or has ended. */
function RequestEnd({ request }: { readonly request: UploadRequest }) {
  const intl = useIntl()
  const { closes_at: closesAt, closes_when_idle: whenIdle, ended_at: endedAt } = request.attributes
  if (endedAt !== null) {
    const date = intl.formatDate(endedAt, { dateStyle: 'medium' })
    return <FormattedMessage id="upload_requests.ended" values={{ date }} />
  }
  if (closesAt === null) return <FormattedMessage id="upload_requests.end.never" />
  const date = intl.formatDate(closesAt, { dateStyle: 'medium', timeStyle: 'short' })
  return <FormattedMessage id={`upload_requests.closes${whenIdle ? '_idle' : ''}`} values={{ date }} />
}

/** After the folder: who got the link of a request, or what was asked for. */
function Asked({ request: { attributes } }: { readonly request: UploadRequest }) {
  const { email, notes } = attributes
  if (!email && !notes) return null
  return (
    <>
      {' · '}
      {email ? (
        <span>
          <FormattedMessage id="upload_requests.asked" values={{ email: <bdi key="email">{email}</bdi> }} />
        </span>
      ) : (
        <span dir="auto">{notes}</span>
      )}
    </>
  )
}

interface RequestRowProps {
  readonly request: UploadRequest
  readonly isPhone: boolean
}

function RequestRow({ request, isPhone }: RequestRowProps) {
  const { navigation } = useHost()
  const intl = useIntl()
  const { copy, menu } = useRequestActions()
  const { name, folder_id: folderId, parent_name: parentName, files_received: files } = request.attributes
  const state = stateOf(request)
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values)
  const folder = (
    <FormattedMessage
      id="upload_requests.in"
      values={{ folder: <bdi key="folder">{parentName ?? text('locations.home')}</bdi> }}
    />
  )
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
            {isPhone ? (
              <Text variant="secondary" tone="subtle">
                {folder} · <RequestEnd request={request} />
              </Text>
            ) : (
              <Parts variant="secondary" tone="subtle">
                <span>{folder}</span>
                <Asked request={request} />
              </Parts>
            )}
            {isPhone ? (
              <Line>
                <StateBadge state={state} />
                {files > 0 ? (
                  <Text variant="secondary" tone="subtle">
                    <FormattedMessage id="upload_requests.files" values={{ count: files }} />
                  </Text>
                ) : null}
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
      <td data-wide>
        <End>
          <RequestEnd request={request} />
        </End>
      </td>
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
