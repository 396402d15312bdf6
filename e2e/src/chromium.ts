import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Options for Playwright's `launch`. */
export interface Browser {
  readonly executablePath: string
  /** In addition to the variables of this process. */
  readonly env: Readonly<Record<string, string>>
}

const e2e = path.resolve(import.meta.dirname, '..')
const cache = path.resolve(e2e, '../.cache/browsers')
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApps = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

/**
 * `CHROMIUM_PATH`, else the Chromium that npm or Playwright installs into `.cache`: the same one everywhere, without the
 * parts for a screen, which take a third of the processor time of the tests.
 */
export function findChromium(variables: NodeJS.ProcessEnv = process.env): Browser {
  const named = variables['CHROMIUM_PATH']
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, which does not exist.`)
    return { executablePath: named, env: {} }
  }
  return process.platform === 'linux' && process.arch === 'x64' ? chromiumOfNpm() : chromiumOfPlaywright()
}

/** For what is measured and looked at: an installed Chromium or Chrome, as people have it; where there is none, as above. */
export function findInstalledChromium(variables: NodeJS.ProcessEnv = process.env): Browser {
  const folders = (variables['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '')
  const installed = folders.flatMap((folder) => names.map((name) => path.join(folder, name)))
  const found = [...installed, ...(process.platform === 'darwin' ? macApps : [])].find((file) => existsSync(file))
  return found && !variables['CHROMIUM_PATH'] ? { executablePath: found, env: {} } : findChromium(variables)
}

/** The package includes the libraries and fonts that Chromium needs and that may not be installed. */
function chromiumOfNpm(): Browser {
  const manifest = path.join(e2e, 'node_modules/@sparticuz/chromium/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const folder = path.join(cache, `chromium-${version}`)
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const draft = mkdtempSync(path.join(cache, 'unpacking-'))
    // The package unpacks into the temporary folder, and its libraries only on AWS.
    const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
    execFileSync(process.execPath, [path.join(import.meta.dirname, 'unpack-chromium.ts')], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    writeFileSync(path.join(draft, 'fonts', 'fonts.conf'), fontSettings(folder))
    try {
      renameSync(draft, folder)
    } catch (error) {
      // Another process has created it in the meantime.
      if (!existsSync(folder)) throw error
      rmSync(draft, { recursive: true })
    }
  }
  return {
    executablePath: path.join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: path.join(folder, 'fonts') },
  }
}

/** Installed fonts, and those of the package, whose own settings name folders on AWS. */
const fontSettings = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${path.join(folder, 'fonts')}</dir>
  <cachedir>${path.join(folder, 'font-cache')}</cachedir>
</fontconfig>
`

const locate = "import('@playwright/test').then(({ chromium }) => process.stdout.write(chromium.executablePath()))"

function chromiumOfPlaywright(): Browser {
  const env = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: cache }
  const cli = path.join(e2e, 'node_modules/@playwright/test/cli.js')
  const where = () => execFileSync(process.execPath, ['--eval', locate], { cwd: e2e, env, encoding: 'utf8' })
  if (!existsSync(where())) {
    execFileSync(process.execPath, [cli, 'install', '--with-deps', 'chromium'], {
      cwd: e2e,
      env,
      stdio: ['ignore', 2, 2],
    })
  }
  return { executablePath: where(), env: {} }
}
