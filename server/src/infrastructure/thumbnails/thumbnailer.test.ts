import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { hugePng } from '../../testing/huge-png.ts'
import { patientRenderLimits } from '../../testing/patient-render-limits.ts'
import { nestedForms, page, pageContent, pdf } from '../../testing/pdfs.ts'
import { picture } from '../../testing/pictures.ts'
import { until } from '../../testing/until.ts'
import { hour } from '../clock.ts'
import { ffmpegVersion, findFfmpeg, frameArguments } from './ffmpeg.ts'
import { renderLimits } from './renderer.ts'
import { createThumbnailer, type RenderedFile, type Thumbnailer } from './thumbnailer.ts'

const folder = mkdtempSync(join(tmpdir(), 'holdall-thumbnails-'))
let thumbnailer: Thumbnailer
beforeAll(() => void (thumbnailer = createThumbnailer([folder], patientRenderLimits)))
afterAll(() => {
  thumbnailer.close()
  rmSync(folder, { recursive: true, force: true })
})

let serial = 0
function onDisk(bytes: Uint8Array | string): string {
  const path = join(folder, String(++serial))
  writeFileSync(path, bytes)
  return path
}

const render = (bytes: Uint8Array | string, mime: string, by = thumbnailer) =>
  by.render({ path: onDisk(bytes), mime, sizeBytes: bytes.length }, new AbortController().signal)

const { signal } = new AbortController()

/** A file whose reader waits for ever. */
function endless(): RenderedFile {
  const path = join(folder, String(++serial))
  execFileSync('mkfifo', [path])
  return { path, mime: 'application/pdf', sizeBytes: 1 }
}

/** Whether the next image is rendered as if nothing had happened. */
async function expectToRender(by = thumbnailer) {
  const rendered = await render(await picture(20, 10).png().toBuffer(), 'image/png', by)
  expect(rendered).toMatchObject([{ size: 'xs', width: 20, height: 10 }])
}

describe('refuses, and renders the next file', () => {
  test.each([
    ['an image of 30,000 × 30,000 pixels', 'image/png', () => hugePng(30_000, 30_000)],
    ['an image that has fewer bytes than it announces', 'image/png', () => hugePng(16_000, 16_000)],
    ['a truncated JPEG', 'image/jpeg', async () => (await picture(800, 600).jpeg().toBuffer()).subarray(0, 1500)],
    ['a truncated PNG', 'image/png', async () => (await picture(800, 600).png().toBuffer()).subarray(0, 300)],
    ['a JPEG that was detected as PNG', 'image/png', () => picture(8, 8).jpeg().toBuffer()],
    ['random bytes', 'image/webp', () => Buffer.alloc(5000, 'x')],
    ['SVG in an image', 'image/png', () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['SVG that includes a file', 'image/jpeg', () => svgWithFile()],
    ['a damaged PDF', 'application/pdf', () => '%PDF-1.7\nnothing'],
    ['a PDF without pages', 'application/pdf', () => pdf('<< /Type /Catalog >>')],
    [
      'a PDF that needs a password',
      'application/pdf',
      () =>
        pdf(
          '<< /Type /Catalog /Pages 2 0 R >>',
          '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
          page,
          pageContent,
        ).replace(
          '/Root 1 0 R',
          `/Root 1 0 R /ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'00'.repeat(32)}> /U <${'00'.repeat(32)}> >>`,
        ),
    ],
  ])('%s', async (_, mime, bytes) => {
    expect(await render(await bytes(), mime)).toBe('failed')
    await expectToRender()
  })

  const svgWithFile = () =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="file:///etc/hostname"/></svg>`

  test('SVG has no thumbnail', async () => {
    expect(await render('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml')).toBe('none')
  })

  test('what takes too long', async () => {
    const limited = createThumbnailer([folder], { ...renderLimits, firstTimeoutMs: 1, timeoutMs: 1 })
    expect(await limited.render(endless(), signal)).toBe('timed-out')
    limited.close()
  })

  test('what takes too much memory', async () => {
    const limited = createThumbnailer([folder], {
      ...renderLimits,
      firstTimeoutMs: hour,
      timeoutMs: hour,
      memoryBytes: 1024,
    })
    // Its process may be ended before it is ready, which says nothing about the file.
    const outcome = await limited.render(endless(), signal).catch((error: Error) => error.message)
    expect(['failed', 'The process that renders images ended.']).toContain(outcome)
    limited.close()
  })
})

test('the first page of a PDF is rendered, and its scripts do not run', async () => {
  const script = `<< /S /JavaScript /JS (app.alert\\(1\\)) >>`
  const rendered = await render(
    pdf(
      `<< /Type /Catalog /Pages 2 0 R /OpenAction ${script} /AA << /WC ${script} >> >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      page,
      pageContent,
    ),
    'application/pdf',
  )
  expect(rendered).toMatchObject([
    { size: 'xs', width: 90, height: 120 },
    { size: 'sm', width: 180, height: 240 },
    { size: 'lg', width: 720, height: 960 },
    { size: 'xl', width: 1080, height: 1440 },
  ])
  const [smallest] = rendered as Exclude<typeof rendered, string>
  const { dominant } = await sharp(Buffer.from(smallest!.bytes)).stats()
  expect([dominant.r > 200, dominant.g < 50]).toEqual([true, true])
})

test('a PDF that says it has a million pages is rendered by its first', async () => {
  const rendered = await render(
    pdf('<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1000000 >>', page, pageContent),
    'application/pdf',
  )
  expect(rendered).toHaveLength(4)
})

test('a text with the standard fonts is drawn', async () => {
  const text = 'BT /F1 200 Tf 20 100 Td (W) Tj ET'
  const rendered = await render(
    pdf(
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      page.replace(
        '/Contents',
        '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /Contents',
      ),
      `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    ),
    'application/pdf',
  )
  const [smallest] = rendered as Exclude<typeof rendered, string>
  const { channels } = await sharp(Buffer.from(smallest!.bytes)).stats()
  expect([channels[0]!.min < 60, channels[0]!.max]).toEqual([true, 255])
})

test('the process that renders reads files of its folders and of the program only', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'holdall-data-'))
  const blobs = join(dataDir, 'blobs')
  mkdirSync(blobs)
  const limited = createThumbnailer([blobs], patientRenderLimits)
  const outcomes: unknown[] = []
  for (const path of [join(blobs, 'a'), join(dataDir, 'secret.key')]) {
    writeFileSync(path, nestedForms(1))
    outcomes.push(await limited.render({ path, mime: 'application/pdf', sizeBytes: 1 }, signal))
  }
  expect(outcomes).toEqual([expect.any(Array), 'failed'])
  limited.close()
  rmSync(dataDir, { recursive: true })
})

test('a rendering that is aborted rejects, and ends the process', async () => {
  const abort = new AbortController()
  const file = endless()
  const rendered = thumbnailer.render(file, abort.signal)
  // Waits until the other process reads the pipe.
  const pipe = await open(file.path, 'w')
  abort.abort(new Error('stopped'))
  await expect(rendered).rejects.toThrow('stopped')
  await pipe.close()
  await expectToRender()
})

test('a file that takes too long is left to a last attempt, and the files that wait are not', async () => {
  const limits = { ...patientRenderLimits }
  const limited = createThumbnailer([folder], limits)
  await expectToRender(limited)
  const file = endless()
  const next = onDisk(await picture(20, 10).png().toBuffer())
  limits.firstTimeoutMs = 1
  const interrupted = limited.render(file, signal)
  const rendered = limited.render({ path: next, mime: 'image/png', sizeBytes: 1 }, signal)
  expect(await interrupted).toBe('interrupted')
  limits.firstTimeoutMs = patientRenderLimits.firstTimeoutMs
  expect(await rendered).toMatchObject([{ size: 'xs', width: 20, height: 10 }])
  limits.timeoutMs = 1
  expect(await limited.render(file, signal, { isLastAttempt: true })).toBe('timed-out')
  limits.timeoutMs = patientRenderLimits.timeoutMs
  await expectToRender(limited)
  limited.close()
})

test('a PDF of few bytes that draws very many forms is left to a last attempt', async () => {
  const few = nestedForms(2)
  expect(await render(few, 'application/pdf')).toHaveLength(4)
  const limits = { ...patientRenderLimits, firstTimeoutMs: 1000 }
  const limited = createThumbnailer([folder], limits)
  const many = nestedForms(9)
  expect(many.length).toBeLessThan(3000)
  expect(await render(many, 'application/pdf', limited)).toBe('interrupted')
  limits.firstTimeoutMs = patientRenderLimits.firstTimeoutMs
  await expectToRender(limited)
  limited.close()
})

/** The ids of the processes that this one has started and that render. */
function renderers(): string[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('render-worker.ts'))
}

test('the process that renders gets no environment variables, and ends when it is idle', async () => {
  const idle = createThumbnailer([folder], { ...patientRenderLimits, idleMs: 300 })
  const before = renderers()
  await expectToRender(idle)
  const [started] = renderers().filter((pid) => !before.includes(pid))
  const variables = readFileSync(`/proc/${started}/environ`, 'utf8').split('\0').filter(Boolean)
  expect(new Set(variables.map((text) => text.split('=')[0]))).toEqual(
    new Set(['MALLOC_ARENA_MAX', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'NODE_ENV']),
  )
  await until(() => !renderers().includes(started!))
  await expectToRender(idle)
  idle.close()
})

describe('a video', () => {
  const bin = mkdtempSync(join(tmpdir(), 'holdall-bin-'))
  const pathBefore = process.env['PATH']
  beforeEach(() => void (process.env['PATH'] = bin))
  afterAll(() => {
    process.env['PATH'] = pathBefore
    rmSync(bin, { recursive: true, force: true })
  })
  /** An executable in place of FFmpeg. */
  function stub(script: string) {
    writeFileSync(join(bin, 'ffmpeg'), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, 'ffmpeg'), 0o755)
  }

  test('is left for later where FFmpeg is not installed', async () => {
    expect(await findFfmpeg()).toBeNull()
    expect(await render('video', 'video/mp4')).toBe('no-ffmpeg')
  })

  test('gets the thumbnails of the frame that FFmpeg writes', async () => {
    const frame = onDisk(await picture(640, 360).png().toBuffer())
    const called = join(folder, 'called')
    stub(`echo "$@" > ${called}; export -p > ${called}.env; exec /bin/cat ${frame}`)
    expect(await render('video', 'video/mp4')).toMatchObject([
      { size: 'xs', width: 120, height: 68 },
      { size: 'sm', width: 240, height: 135 },
      { size: 'lg', width: 640, height: 360 },
    ])
    expect(readFileSync(called, 'utf8')).toMatch(/ -protocol_whitelist file,pipe -f mov -ss 1 -i file:\//)
    expect(readFileSync(`${called}.env`, 'utf8')).not.toMatch(/HOLDALL|HOME=.+|USER=/)
  })

  test('of less than a second is read from its start', async () => {
    const frame = onDisk(await picture(64, 36).png().toBuffer())
    stub(`case "$*" in *"-ss 1 "*) exit 0;; esac; exec /bin/cat ${frame}`)
    expect(await render('video', 'video/webm')).toMatchObject([{ size: 'xs', width: 64, height: 36 }])
  })

  test.each([
    ['that FFmpeg refuses', 'exit 1'],
    ['whose frame is no image', 'echo nothing'],
    ['whose frame is too large', 'exec /bin/cat /dev/zero'],
  ])('%s has no thumbnail', async (_, script) => {
    stub(script)
    expect(await render('video', 'video/x-matroska')).toBe('failed')
    await expectToRender()
  })

  test('that takes too long is left to a last attempt, and is read once only', async () => {
    const calls = join(folder, 'calls')
    writeFileSync(calls, '')
    stub(`echo called >> ${calls}; exec /bin/sleep 60`)
    const limited = createThumbnailer([folder], { ...renderLimits, firstTimeoutMs: 200 })
    expect(await render('video', 'video/mp4', limited)).toBe('interrupted')
    // It may be ended before it writes.
    expect(['', 'called\n']).toContain(readFileSync(calls, 'utf8'))
    limited.close()
  })

  test('of a type without a demuxer of its own has no thumbnail', async () => {
    stub('exit 0')
    expect(await render('video', 'video/x-ms-wmv')).toBe('failed')
  })

  test('FFmpeg gets the demuxer, and may open files only, before it gets the input', () => {
    const all = frameArguments('/data/blobs/a', 'matroska', 1)
    const ofInput = all.slice(0, all.indexOf('-i'))
    expect(ofInput.join(' ')).toMatch(/ -protocol_whitelist file,pipe -f matroska -ss 1$/)
    expect(all[all.indexOf('-i') + 1]).toBe('file:/data/blobs/a')
    expect(all).toContain('-nostdin')
  })

  test('the version of FFmpeg is read', async () => {
    stub('echo "ffmpeg version 7.1-static Copyright (c)"')
    expect(await ffmpegVersion((await findFfmpeg())!)).toBe('ffmpeg version 7.1-static')
    stub('exit 127')
    expect(await ffmpegVersion((await findFfmpeg())!)).toBeNull()
  })
})
