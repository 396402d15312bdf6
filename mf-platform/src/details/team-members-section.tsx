import type { Entry } from '@holdall/api'
import { DetailsSection, DetailsText } from '@holdall/file-browser'
import { Avatar, Heading } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'

const Members = styled.ul`
  display: grid;
  gap: 10px;
`
const Member = styled.li`
  display: flex;
  align-items: center;
  gap: 10px;
  font-size: var(--t-13);
  line-height: 18px;
  & > div {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
`

/** More members than this are only counted here. */
const MAX_SHOWN = 10

/** Who is in a team folder, and what they may do. */
export function TeamMembersSection({ folder }: { readonly folder: Entry }) {
  const { data: members, meta } = folder.relationships.members ?? { data: [], meta: { total: 0 } }
  const further = meta.total - Math.min(members.length, MAX_SHOWN)
  return (
    <DetailsSection>
      <Heading as="h3" style={{ fontSize: 'var(--t-14)' }}>
        <FormattedMessage id="team_folders.members" values={{ count: meta.total }} />
      </Heading>
      <Members>
        {members.slice(0, MAX_SHOWN).map(({ id, attributes: { name, avatar, color, permission } }) => (
          <Member key={id}>
            <Avatar name={name} avatar={avatar} color={color} size={28} decorative />
            <div>
              <div dir="auto">{name}</div>
              <DetailsText>
                <FormattedMessage id={`team_folders.permission.${permission}`} />
              </DetailsText>
            </div>
          </Member>
        ))}
      </Members>
      {further > 0 ? (
        <DetailsText>
          <FormattedMessage id="details.links_further" values={{ count: further }} />
        </DetailsText>
      ) : null}
    </DetailsSection>
  )
}
