import { useIsPhone } from '@holdall/ui'
import styled from 'styled-components'
import { SkeletonFrame } from '../file-list/file-list-skeleton.tsx'
import { SkeletonCard } from './entry-card.tsx'
import { FileCardBox } from './file-grid-styles.ts'
import { GRID } from './grid-layout.ts'

const Placeholders = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(${GRID.minCardWidth}px, 1fr));
  gap: ${GRID.gap}px;
  padding-block-start: ${GRID.titleHeight}px;
  @media (max-width: 640px) {
    grid-template-columns: repeat(${GRID.phoneColumns}, minmax(0, 1fr));
    gap: ${GRID.phoneGap}px;
    padding-inline: 8px;
  }
`

/** Placeholder cards of a folder that is loading, shown after a delay. */
export function SkeletonGrid() {
  const count = useIsPhone() ? 6 : 8
  return (
    <SkeletonFrame>
      <Placeholders>
        {Array.from({ length: count }, (_, index) => (
          <FileCardBox key={index} as="div" role="presentation">
            <SkeletonCard />
          </FileCardBox>
        ))}
      </Placeholders>
    </SkeletonFrame>
  )
}
