import { FolderIcon, type Hue, KindTile } from '@holdall/ui'
import { FileSpreadsheet, FileText, Film, Image } from '@holdall/ui/icons'
import styled from 'styled-components'

const Stage = styled.div`
  position: relative;
  min-block-size: 340px;
  padding: 32px 0 0 32px;
  border-radius: 20px;
  overflow: hidden;
  background: radial-gradient(120% 90% at 80% 0%, var(--accent-soft-2) 0%, transparent 60%), var(--accent-soft);
  [dir='rtl'] & {
    padding: 32px 32px 0 0;
  }
  @media (max-width: 640px) {
    min-block-size: 260px;
    padding: 20px 0 0 20px;
    [dir='rtl'] & {
      padding: 20px 20px 0 0;
    }
  }
`
const Window = styled.div`
  block-size: 100%;
  padding: 20px 20px 32px;
  border-start-start-radius: 14px;
  background: var(--surface);
  box-shadow: var(--sh-4);
`
const Head = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  margin-block-end: 16px;
  span {
    block-size: 10px;
    border-radius: 5px;
    background: var(--hover);
  }
`
const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  block-size: 46px;
  font-weight: var(--w-medium);
  & > span:nth-child(2) {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > span:nth-child(3) {
    inline-size: 84px;
    block-size: 8px;
    border-radius: 4px;
    background: var(--hover);
  }
  @media (max-width: 640px) {
    & > span:nth-child(3) {
      inline-size: 48px;
    }
  }
`
const Tray = styled.div`
  position: absolute;
  inset-inline-end: 24px;
  inset-block-end: 24px;
  display: grid;
  gap: 12px;
  inline-size: min(248px, 70%);
  padding: 14px 16px;
  border-radius: 14px;
  background: var(--raised);
  box-shadow: var(--sh-3);
  & > span {
    display: flex;
    align-items: center;
    gap: 10px;
    font-size: var(--t-13);
    font-weight: var(--w-medium);
  }
`

const lines: readonly { readonly name: string; readonly hue: Hue; readonly icon?: typeof FileText }[] = [
  { name: 'Autumn photos', hue: 'green' },
  { name: 'Contracts 2026', hue: 'blue' },
  { name: 'Budget.xlsx', hue: 'green', icon: FileSpreadsheet },
  { name: 'Lisbon.jpg', hue: 'teal', icon: Image },
  { name: 'Interview.mp4', hue: 'violet', icon: Film },
]

/** A file list, drawn with the parts of the real one. Decoration: it has nothing to operate or to read. */
export const ProductPicture = () => (
  <Stage aria-hidden>
    <Window>
      <Head>
        <span style={{ inlineSize: 96 }} />
        <span style={{ inlineSize: 48, marginInlineStart: 'auto' }} />
      </Head>
      {lines.map(({ name, hue, icon }) => (
        <Line key={name}>
          {icon ? <KindTile hue={hue} icon={icon} size={34} /> : <FolderIcon hue={hue} size={34} />}
          <span dir="auto">{name}</span>
          <span />
        </Line>
      ))}
    </Window>
    <Tray>
      <span>
        <KindTile hue="red" icon={FileText} size={28} iconSize={16} />
        <bdi>Report.pdf</bdi>
      </span>
      <Bar />
    </Tray>
  </Stage>
)

const Bar = styled.div`
  block-size: 4px;
  border-radius: 2px;
  background: linear-gradient(to right, var(--accent-fill) 64%, var(--hover) 64%);
  [dir='rtl'] & {
    background: linear-gradient(to left, var(--accent-fill) 64%, var(--hover) 64%);
  }
`
