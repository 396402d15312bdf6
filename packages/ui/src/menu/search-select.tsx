import type { ComponentProps } from 'react'
import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown, Search } from 'lucide-react'
import styled from 'styled-components'
import { fieldStyles, useFieldControl } from '../field/field-control.ts'
import { Icon } from '../icon/icon.tsx'
import {
  dimStyles,
  Grab,
  itemStyles,
  panelStyles,
  portalRegion,
  positionerStyles,
  selectTriggerStyles,
  Words,
} from './menu-styles.tsx'

const Trigger = styled(Base.Trigger)`
  ${selectTriggerStyles}
  & > span {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`
const Dim = styled(Base.Backdrop)`
  ${dimStyles}
`
const Positioner = styled(Base.Positioner)`
  ${positionerStyles}
`
const Panel = styled(Base.Popup)`
  ${panelStyles}
  grid-template-rows: auto auto minmax(0, 1fr);
  inline-size: var(--anchor-width);
  max-inline-size: calc(100vw - 16px);
  max-block-size: min(var(--available-height), 360px);
  overflow: hidden;
  @media (max-width: 640px) {
    inline-size: auto;
    max-inline-size: none;
    block-size: calc(100dvh - 96px);
    max-block-size: calc(100dvh - max(48px, 24px + var(--toast-space, 0px)));
  }
`
const Query = styled.div`
  ${fieldStyles}
  margin-block-end: 6px;
  & > svg {
    color: var(--icon);
  }
  input {
    flex: 1;
    min-inline-size: 0;
    block-size: var(--h);
    padding: 0;
    border: 0;
    outline: 0;
    background: none;
  }
`
const Empty = styled(Base.Empty)`
  &:not(:empty) {
    padding: 10px;
    color: var(--text-3);
    font-size: var(--t-13);
  }
`
const Results = styled.div`
  display: flex;
  flex-direction: column;
  min-block-size: 0;
`
const List = styled(Base.List)`
  min-block-size: 0;
  overflow: auto;
  scrollbar-width: thin;
  overscroll-behavior: contain;
`
const Item = styled(Base.Item)`
  ${itemStyles}
`

export type SearchSelectOption = {
  value: string
  label: string
  /** Found by these words too. */
  keywords?: string
}
export type SearchSelectProps = Omit<ComponentProps<'button'>, 'value' | 'onChange' | 'children' | 'ref'> & {
  options: readonly SearchSelectOption[]
  value: string
  onChange: (value: string) => void
  /** Name and placeholder of the search field. */
  searchLabel: string
  /** Shown where no option matches. */
  emptyText: string
}

const matches = ({ label, keywords = '' }: SearchSelectOption, query: string) => {
  const text = `${label} ${keywords}`.toLocaleLowerCase()
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** A select box of many options, with a search field. Inside a Field it is labelled by that. */
export const SearchSelect = (props: SearchSelectProps) => {
  const { options, value, onChange, searchLabel, emptyText, disabled = false, ...rest } = props
  const { required: _, ...wiring } = useFieldControl(rest)
  const selected = options.find((option) => option.value === value) ?? null
  return (
    <Base.Root
      items={options}
      value={selected}
      filter={matches}
      autoHighlight
      disabled={disabled}
      onValueChange={(next) => {
        if (next) onChange(next.value)
      }}
    >
      <Trigger {...rest} {...wiring}>
        <span>{selected?.label ?? value}</span>
        <Icon as={ChevronsUpDown} size={16} />
      </Trigger>
      <Base.Portal {...portalRegion(searchLabel)}>
        <Dim />
        <Positioner align="start" sideOffset={6} collisionPadding={8}>
          <Panel aria-label={searchLabel}>
            <Grab aria-hidden />
            <Query>
              <Icon as={Search} size={16} />
              <Base.Input aria-label={searchLabel} placeholder={searchLabel} />
            </Query>
            <Results>
              <Empty>{emptyText}</Empty>
              <List>
                {(option: SearchSelectOption) => (
                  <Item key={option.value} value={option}>
                    <Words>{option.label}</Words>
                    <Base.ItemIndicator>
                      <Icon as={Check} size={16} style={{ display: 'block' }} />
                    </Base.ItemIndicator>
                  </Item>
                )}
              </List>
            </Results>
          </Panel>
        </Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
