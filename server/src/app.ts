import { rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { endpoints } from '@holdall/api/table'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { createApiTokens } from './infrastructure/sessions/api-tokens.ts'
import { createSectionReports } from './features/admin/sections/section-reports.ts'
import { createSectionWatch } from './features/admin/sections/section-watch.ts'
import { allJobs } from './background-jobs.ts'
import { type Clock, systemClock } from './infrastructure/clock.ts'
import type { Config } from './infrastructure/config/config.ts'
import { ownUrl } from './infrastructure/config/own-url.ts'
import { connect } from './infrastructure/db/connect.ts'
import { createDiskSpace, type ReadDisk } from './infrastructure/disk-space.ts'
import type { SqliteOptions } from './infrastructure/db/sqlite.ts'
import { type Db, transactor } from './infrastructure/db/transact.ts'
import { createSpareSpace, noSpareSpace, type SpareSpace } from './infrastructure/spare-space.ts'
import { StartError } from './infrastructure/start-error.ts'
import { watchWrites } from './infrastructure/db/watch-writes.ts'
import { defaultLimits, type HttpLimits } from './infrastructure/http-limits.ts'
import { createActivityWriter } from './infrastructure/activity/activity-writer.store.ts'
import { createShareLog } from './infrastructure/activity/share-log.ts'
import { registerEndpoints } from './http/register-endpoints.ts'
import { createServer } from './http/create-server.ts'
import type { Route } from './http/route.ts'
import { ids } from './infrastructure/ids.ts'
import type { JobHandler } from './infrastructure/jobs/job-definition.ts'
import { createJobQueue } from './infrastructure/jobs/job-queue.ts'
import { openJobStore } from './infrastructure/jobs/open-job-store.ts'
import { createLog, type Log } from './infrastructure/log.ts'
import { createMailFolder } from './infrastructure/mail/mail-folder.ts'
import { createMailer, type Mailer } from './infrastructure/mail/mailer.ts'
import { registerAppImages } from './features/client-config/app-images.ts'
import { appTags } from './features/client-config/app-tags.ts'
import { registerInstalledApp } from './features/installed-app/register-installed-app.ts'
import { pageData } from './features/client-config/page-data.ts'
import { createBulkChanges } from './features/entries/bulk-changes.ts'
import { notifyOfLowDisk } from './features/health/disk-notices.ts'
import { createFormQuota } from './features/storage/form-quota.ts'
import { linkPreviewOf } from './features/public-links/link-preview.ts'
import { isOperatorPage, pagePreviewOf } from './features/pages/page-preview.ts'
import { requestVisitorOf } from './features/upload-requests/request-visitor.ts'
import { visitorOf } from './features/public-links/share-grants.ts'
import { knownAccountOf } from './features/sign-in-notices/known-browsers.ts'
import { allRoutes } from './routes.ts'
import { openPlaces } from './infrastructure/places/places.ts'
import { createOutgoing, type OutgoingOptions } from './infrastructure/outgoing/outgoing.ts'
import { readSecret } from './infrastructure/secret.ts'
import type { Services } from './services.ts'
import { createMemberTransfers } from './infrastructure/realtime/member-transfers.ts'
import { createRealtime } from './infrastructure/realtime/realtime.ts'
import type { SocketLimits } from './infrastructure/realtime/sockets.ts'
import { createSessions } from './infrastructure/sessions/sessions.ts'
import { createSettings } from './infrastructure/settings/settings.ts'
import { createInstallationIdentity } from './infrastructure/installation-identity.store.ts'
import { createInstallation, hasOwner } from './infrastructure/installation.store.ts'
import { isMarkedInstalled } from './infrastructure/installed-marker.ts'
import { changeConfigFile } from './infrastructure/config/config-file.ts'
import type { Restart } from './infrastructure/config/restart.ts'
import { createThrottle } from './infrastructure/throttle/throttle.ts'
import type { Infrastructure } from './infrastructure/infrastructure.ts'
import { checkBlobs } from './infrastructure/blobs/check-blobs.ts'
import { openBlobs } from './infrastructure/blobs/open-blob-store.ts'
import { createAvatarRenderer } from './infrastructure/thumbnails/avatar-renderer.ts'
import type { RenderLimits } from './infrastructure/thumbnails/renderer.ts'
import { createThumbnailer, type Thumbnailer } from './infrastructure/thumbnails/thumbnailer.ts'
import { createAvatars } from './features/avatars/avatar-service.ts'
import { createNotifications } from './features/notifications/notification-service.ts'
import { signInRecorder } from './features/sign-in-notices/record-sign-in.ts'
import { createTraffic } from './features/content/count-traffic.ts'
import type { RemoteFileLimits } from './features/remote-uploads/fetch-remote-file.ts'
import type { VisitorOf } from './access/actor.ts'
import { readmitRemoteUpload } from './features/public-links/remote-upload-routes.ts'
import { createRemoteUploads } from './features/remote-uploads/remote-upload-service.ts'
import { remoteUploadDone } from './features/remote-uploads/remote-upload-done.ts'
import { createProviders, type ProviderAddresses } from './features/social-sign-in/providers.ts'
import { createUploads } from './features/uploads/upload-service.ts'
import { uiPlugin, type UiServices } from './features/frontend/frontend-plugin.ts'
import { registerSockets } from './features/realtime/socket-upgrade.ts'
import { resetDemo } from './features/demo/demo-service.ts'
import { createHumanCheck } from './features/human-check/human-check.ts'
import { createUi } from './features/frontend/frontend.ts'
import { createStreamHashes } from './features/uploads/stream-hash.ts'
import {
  createAccountTurns,
  createAccountSlots,
  createOwnerSlots,
  createVisitorSlots,
  createVisitorTurns,
  ownerLimits,
  visitorLimits,
  accountReadLimits,
  visitorReadLimits,
} from './infrastructure/owner-slots.ts'
import { createZipTickets } from './features/zip/zip-tickets.ts'
import { registerProxyCheck } from './features/health/proxy-check.ts'
import { registerProbes } from './features/health/probes.ts'
import { installUnattended } from './features/setup/create-first-admin.ts'

/** What tests replace. */
export interface Overrides extends Partial<SqliteOptions> {
  readonly clock?: Clock
  readonly log?: Log
  /** One that delivers. */
  readonly mailer?: Omit<Mailer, 'delivers'>
  readonly validateResponses?: boolean
  /** Of the query builder. */
  readonly plugins?: readonly KyselyPlugin[]
  /** Where the builds of shell and sections are; by default this repository. */
  readonly builds?: string
  /** Added to those of the features. */
  readonly jobs?: readonly JobHandler[]
  readonly limits?: Partial<HttpLimits>
  readonly readDisk?: ReadDisk
  readonly spare?: SpareSpace
  /** Of thumbnails. */
  readonly renderLimits?: RenderLimits
  readonly socketLimits?: Partial<SocketLimits>
  /** Of remote uploads only. */
  readonly remoteUploads?: OutgoingOptions & { readonly limits?: Partial<RemoteFileLimits> }
  /** Where Google, Facebook and GitHub answer. */
  readonly signInProviders?: Partial<ProviderAddresses>
  readonly thumbnailer?: Thumbnailer
  /** After which downloaded bytes are stored. */
  readonly trafficDelayMs?: number
  readonly setupKey?: string | undefined
  /** Default: changes of the configuration apply at the next start. */
  readonly restart?: Restart
  readonly mapRoutes?: (routes: readonly Route[]) => readonly Route[]
}

export interface App {
  readonly app: FastifyInstance
  readonly services: Services
  close(): Promise<void>
}

/** The composition root. The result answers `app.inject`; `app.listen` makes it listen. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const clock = overrides.clock ?? systemClock
  const log = overrides.log ?? createLog(config.logLevel, { format: config.logFormat })
  const secret = readSecret(config.dataDir, () => clock.now())
  const isWatched = overrides.validateResponses ?? false
  const plugins = [...(isWatched ? [watchWrites] : []), ...(overrides.plugins ?? [])]
  const connected = connect(config, log, { ...overrides, plugins })
  let stopJobs: (() => Promise<void>) | undefined
  let closeBlobs: (() => void) | undefined
  try {
    await connected.migrate(clock.now())
    const { db, engine } = connected
    await refuseEmptied(config, db)
    const blobs = openBlobs(config)
    closeBlobs = () => blobs.close()
    await checkBlobs(blobs, log)
    const outgoing = createOutgoing({ allow: config.outgoingAllow })
    const memberTransfers = createMemberTransfers()
    const realtime = createRealtime({
      config,
      db,
      clock,
      secret,
      log,
      outgoing,
      memberTransfers,
      socketLimits: overrides.socketLimits,
    })
    const storeActivities = createActivityWriter({ clock, db, ids, log })
    const spare = overrides.spare ?? (engine === 'sqlite' ? createSpareSpace(config.dataDir, log) : noSpareSpace)
    const shared = { onChanges: realtime.publishChanges, storeActivities, whenFull: spare.release, isWatched }
    const transact = transactor(db, shared)
    const identity = createInstallationIdentity({ db, transact, blobs, secret, clock, log, config })
    await identity.check()
    const transactBulk = transactor(db, { ...shared, isBulk: true })
    const transactUnsynced = transactor(db, { ...shared, isSynced: false })
    const jobs = createJobQueue({
      store: openJobStore({ db, engine, transact, clock, ids, log }),
      db,
      transact,
      clock,
      log,
    })
    stopJobs = () => jobs.stop()
    const settings = createSettings(db, clock, config.settings)
    const branding = async () => {
      const { 'app.name': name, 'app.accent': accent } = await settings.all()
      return { name, accent }
    }
    const mailFolder = createMailFolder(config.dataDir, { clock, ids })
    const throttle = createThrottle({ db, transact, transactBulk, clock })
    const apiTokens = createApiTokens({ db, transact, transactBulk, clock, ids, log, throttle })
    const disk = createDiskSpace({
      config,
      settings,
      clock,
      log,
      spare,
      readDisk: overrides.readDisk,
      becameLow: () => notifyOfLowDisk({ transact, notifications }),
    })
    let { port } = config
    const infrastructure: Infrastructure = {
      config,
      limits: { ...defaultLimits, ...overrides.limits },
      engine,
      db,
      transact,
      transactBulk,
      transactUnsynced,
      blobs,
      clock,
      disk,
      ids,
      settings,
      secret,
      log,
      apiTokens,
      sessions: createSessions({ apiTokens, config, db, transact, transactBulk, clock, ids, log }),
      throttle,
      identity,
      installation: createInstallation(db, config.dataDir, overrides.setupKey),
      mailer: overrides.mailer
        ? { ...overrides.mailer, delivers: true }
        : await createMailer(config, { branding, log, folder: mailFolder, ownUrl: () => ownUrl({ ...config, port }) }),
      mailFolder,
      jobs,
      outgoing,
      places: await openPlaces(config.geoipDatabase),
      realtime,
      memberTransfers,
      startedAt: clock.now(),
      restart: overrides.restart ?? (async (changes) => void changeConfigFile(config.dataDir, changes)),
    }
    const streamHashes = createStreamHashes()
    const uploads = createUploads({ ...infrastructure, streamHashes }, infrastructure.blobs)
    const notifications = createNotifications({
      ...infrastructure,
      published: (userId, { id, attributes: { category } }) =>
        realtime.publish([userId], 'notification', { id, category }),
    })
    const sectionReports = createSectionReports({ ...infrastructure, notifications })
    await sectionReports.refresh()
    const ui = createUi({
      dataDir: config.dataDir,
      version: config.version,
      log,
      reported: sectionReports.accounts,
      ...(overrides.builds && { builds: overrides.builds }),
    })
    const visitorOfLink: VisitorOf = (token, cookies, trx = db, evenUsedUp = false) =>
      visitorOf({ clock, db: trx }, token, cookies, evenUsedUp)
    const services: Services = {
      ...infrastructure,
      avatars: createAvatars({ ...infrastructure, renderer: createAvatarRenderer() }),
      bulkChanges: createBulkChanges(infrastructure),
      formQuota: createFormQuota(infrastructure),
      humanCheck: createHumanCheck(infrastructure),
      imageSlots: createOwnerSlots(ownerLimits.images),
      knownAccountOf: (email, request) => knownAccountOf(infrastructure, email, request),
      searchSlots: createOwnerSlots(ownerLimits.sharedSearches),
      notifications,
      preparedZipSlots: createAccountSlots(ownerLimits.preparedZips),
      recordSignIn: signInRecorder({ ...infrastructure, notifications }),
      remoteUploads: createRemoteUploads({
        ...infrastructure,
        uploads,
        // Users choose its addresses: what the operator allows for services of the installation is not allowed here.
        outgoing: createOutgoing(overrides.remoteUploads),
        fileLimits: overrides.remoteUploads?.limits ?? {},
        admitByLink: (at, link) => readmitRemoteUpload({ db, settings, visitorOf: visitorOfLink }, at, link),
        progressed: (userId, { file, progress }) =>
          realtime.publish([userId], 'RemoteFile.Created', { file: file && { id: file.id, type: 'file' }, progress }),
        finished: (trx, userId, { folderId, progress }) =>
          notifications.notify(trx, userId, remoteUploadDone(folderId, progress)),
      }),
      requestVisitorOf: (token, trx = db) => requestVisitorOf({ clock, db: trx }, token),
      sectionReports,
      shareLog: createShareLog(infrastructure),
      signInProviders: createProviders(infrastructure, overrides.signInProviders),
      streamHashes,
      thumbnailer:
        overrides.thumbnailer ??
        createThumbnailer(
          ['blobs', 'tmp'].map((name) => join(config.dataDir, name)),
          overrides.renderLimits,
        ),
      traffic: createTraffic(infrastructure, overrides.trafficDelayMs),
      uploads,
      uploadSlots: createAccountSlots(ownerLimits.uploads),
      visitorChanges: createVisitorSlots(visitorLimits.changes),
      visitorOf: visitorOfLink,
      visitorReads: createVisitorTurns(visitorReadLimits),
      accountReads: createAccountTurns(accountReadLimits),
      visitorUploads: createVisitorSlots(visitorLimits.uploads),
      visitorZips: createVisitorSlots(visitorLimits.zips),
      zipSlots: createAccountSlots(ownerLimits.zips),
      zipTickets: createZipTickets(infrastructure),
      sectionWatch: createSectionWatch({ ...infrastructure, sectionReports, ui }),
      ui,
    }
    jobs.register([...allJobs(services), ...(overrides.jobs ?? [])])
    await installUnattended(services)
    if (!config.demo) await resetDemo(services)
    // Forms that a killed process was receiving; nothing refers to them any more.
    await rm(join(config.dataDir, 'tmp'), { recursive: true, force: true })
    await mailFolder.deleteOld().catch((error: unknown) => {
      log.warn({ err: error, folder: mailFolder.path }, 'old mails in the data folder could not be deleted')
    })
    for (const { id, folder } of services.ui.notInstalled())
      log.warn(
        { id, folder },
        'a section of this checkout did not come with Holdall and is not installed: it is not used',
      )
    const app = await createServer(services)
    app.addHook('onListen', async () => {
      services.sectionWatch.start()
      // Port 0 is any free one.
      ;({ port } = app.server.address() as AddressInfo)
      if (infrastructure.mailer.delivers) return
      log.info(
        { folder: mailFolder.path },
        'HOLDALL_SMTP_URL is not set: mails are not sent, but written to this folder',
      )
    })
    registerProbes(app, services)
    registerProxyCheck(app, services)
    registerSockets(app, services)
    registerAppImages(app, services)
    registerInstalledApp(app, services)
    const routes = allRoutes(services)
    const pipeline = { ...services, validateResponses: overrides.validateResponses ?? false }
    registerEndpoints(app, pipeline, endpoints, overrides.mapRoutes?.(routes) ?? routes)
    const callerData = (request: FastifyRequest) => pageData(services, request)
    const linkPreview: UiServices['linkPreview'] = (token, page) => linkPreviewOf(services, token, page)
    const pagePreview: UiServices['pagePreview'] = async (pathname, page) => {
      const preview = await pagePreviewOf(services, pathname, page)
      return {
        preview,
        isMissing: preview === null && isOperatorPage(pathname),
      }
    }
    const pages = {
      callerData,
      linkPreview,
      pagePreview,
      appTags: (request: FastifyRequest) => appTags(services, request),
    }
    await app.register(uiPlugin({ ui: services.ui, config, ...pages }))
    // Before the server waits for transfers under way, which may last until the process is ended.
    app.addHook('preClose', () => jobs.stop())
    app.addHook('preClose', async () => services.sectionWatch.stop())
    // Open sockets would keep the server from closing.
    app.addHook('preClose', async () => realtime.closeSockets())
    app.addHook('onClose', () => services.streamHashes.close())
    app.addHook('onClose', () => services.thumbnailer.close())
    app.addHook('onClose', () => services.avatars.close())
    app.addHook('onClose', () => services.blobs.close())
    app.addHook('onClose', () => services.ui.settled())
    app.addHook('onClose', async () => {
      await Promise.all([realtime.close(), services.shareLog.settled()])
      await db.destroy()
    })
    await realtime.start()
    return { app, services, close: () => app.close() }
  } catch (error) {
    await stopJobs?.()
    closeBlobs?.()
    await connected.db.destroy()
    throw error
  }
}

/** A database without an owner, in a data folder whose setup was finished, is not the one of this installation. */
async function refuseEmptied({ dataDir, databaseUrl }: Config, db: Db): Promise<void> {
  if (!isMarkedInstalled(dataDir) || (await hasOwner(db))) return
  throw new StartError(
    `The data folder ${dataDir} belongs to an installation, but the database ${databaseUrl === null ? 'in it ' : ''}is empty. Restore it, see HOLDALL_DATABASE_URL, or delete the file "installed" in the folder to set up a new one.`,
  )
}
