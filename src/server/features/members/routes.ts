import * as keys from '#contract/keys/keys.ts'
import * as contract from '#contract/members/auth.ts'
import * as issuer from '#contract/members/issuer.ts'
import * as passkeys from '#contract/members/passkeys.ts'
import * as profile from '#contract/members/profile.ts'
import * as views from '#contract/members/saved-views.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { type BoundEndpoint, bind } from '#server/platform/http/endpoint.ts'
import type { Auth } from './create-auth.ts'
import { logIn } from './log-in.ts'
import { beginIssuerLogIn, finishIssuerLogIn } from './log-in-at-issuer.ts'
import { endOwnKey, listOwnKeys, makeOwnKey } from './own-keys.ts'
import * as calls from './passkeys.ts'
import { proveIdentity } from './prove-identity.ts'
import { listSavedViews, removeView, renameView, saveView } from './saved-views.ts'
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from './second-factor.ts'
import { endOtherSessions, endSession, getCurrentUser, listSessions, logOut } from './sessions.ts'
import { confirmEmail, requestEmailConfirmation, updateEmail, updatePhone } from './update-contact.ts'
import { requestPasswordReset, resetPassword, updatePassword } from './update-password.ts'

/** Sign-in over HTTP. Nothing here creates members. */
export const authRoutes = (auth: Auth): BoundEndpoint<WebContext>[] => [
  bind(contract.getCurrentUser, (ctx: WebContext) => getCurrentUser(ctx, auth)),
  bind(contract.logIn, (ctx: WebContext, { body }) => logIn(ctx, auth, body)),
  bind(contract.logOut, (ctx: WebContext) => logOut(ctx, auth)),
  bind(profile.updateEmail, (ctx: WebContext, { body }) => updateEmail(ctx, auth, body)),
  bind(profile.updatePhone, (ctx: WebContext, { body }) => updatePhone(ctx, auth, body)),
  bind(profile.updatePassword, (ctx: WebContext, { body }) => updatePassword(ctx, auth, body)),
  bind(profile.requestPasswordReset, (ctx: WebContext, { body }) => requestPasswordReset(ctx, body)),
  bind(profile.resetPassword, (ctx: WebContext, { body }) => resetPassword(ctx, auth, body)),
  bind(profile.requestEmailConfirmation, (ctx: WebContext) => requestEmailConfirmation(ctx)),
  bind(profile.confirmEmail, (ctx: WebContext, { body }) => confirmEmail(ctx, body)),
  bind(profile.listSessions, (ctx: WebContext) => listSessions(ctx, auth)),
  bind(profile.endSession, (ctx: WebContext, { params }) => endSession(ctx, auth, params.sessionId)),
  bind(profile.endOtherSessions, (ctx: WebContext) => endOtherSessions(ctx, auth)),
  bind(profile.proveIdentity, (ctx: WebContext, { body }) => proveIdentity(ctx, auth, body)),
  bind(profile.beginSecondFactor, (ctx: WebContext, { body }) => beginSecondFactor(ctx, auth, body)),
  bind(profile.confirmSecondFactor, (ctx: WebContext, { body }) => confirmSecondFactor(ctx, body)),
  bind(profile.removeSecondFactor, (ctx: WebContext, { body }) => removeSecondFactor(ctx, auth, body)),
  bind(passkeys.listPasskeys, (ctx: WebContext) => calls.listPasskeys(ctx)),
  bind(passkeys.beginPasskey, (ctx: WebContext) => calls.beginPasskey(ctx, auth)),
  bind(passkeys.addPasskey, (ctx: WebContext, { body }) => calls.addPasskey(ctx, auth, body)),
  bind(passkeys.removePasskey, (ctx: WebContext, { params }) => calls.removePasskey(ctx, auth, params.passkeyId)),
  bind(keys.listOwnKeys, (ctx: WebContext) => listOwnKeys(ctx)),
  bind(keys.makeOwnKey, (ctx: WebContext, { body }) => makeOwnKey(ctx, auth, body)),
  bind(keys.endOwnKey, (ctx: WebContext, { params }) => endOwnKey(ctx, params.keyId)),
  bind(passkeys.beginPasskeyLogIn, (ctx: WebContext) => calls.beginPasskeyLogIn(ctx)),
  bind(passkeys.logInWithPasskey, (ctx: WebContext, { body }) => calls.logInWithPasskey(ctx, auth, body)),
  bind(issuer.beginIssuerLogIn, (ctx: WebContext, { body }) => beginIssuerLogIn(ctx, body)),
  bind(issuer.finishIssuerLogIn, (ctx: WebContext, { body }) => finishIssuerLogIn(ctx, auth, body)),
  bind(passkeys.beginPasskeyProof, (ctx: WebContext) => calls.beginPasskeyProof(ctx)),
  bind(passkeys.proveWithPasskey, (ctx: WebContext, { body }) => calls.proveWithPasskey(ctx, auth, body)),
]

export const savedViewRoutes = [
  bind(views.listSavedViews, (ctx: WebContext, { query }) => listSavedViews(ctx, query.list)),
  bind(views.saveView, (ctx: WebContext, { body }) => saveView(ctx, body)),
  bind(views.renameView, (ctx: WebContext, { params, body }) => renameView(ctx, params.viewId, body.name)),
  bind(views.removeView, (ctx: WebContext, { params }) => removeView(ctx, params.viewId)),
]
