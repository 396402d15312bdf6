import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { DescriptionList } from '../layout/description-list.tsx'

const Details = styled.details`
  margin-block-start: 12px;
  font-size: var(--t-13);
  summary {
    inline-size: fit-content;
    padding-block: 4px;
    border-radius: 6px;
    color: var(--text-2);
    font-weight: var(--w-medium);
    cursor: pointer;
  }
  summary:hover {
    color: var(--text);
  }
  dl {
    margin-block-start: 8px;
  }
`

interface Props {
  /** Package -> version or range. */
  readonly packages: Readonly<Record<string, string>>
  /** Message id. */
  readonly label: string
}

/** Packages that the shell shares with the sections; collapsed, because only section teams need them. */
export function SharedPackages({ packages, label }: Props) {
  const entries = Object.entries(packages)
  if (entries.length === 0) return null
  return (
    <Details>
      <summary>
        <FormattedMessage id={label} values={{ count: entries.length }} />
      </summary>
      <DescriptionList
        facts={entries.map(([name, version]) => [name, <bdi key="n">{name}</bdi>, <bdi key="v">{version}</bdi>])}
      />
    </Details>
  )
}
