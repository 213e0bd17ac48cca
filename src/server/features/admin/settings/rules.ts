/** Settings and the config of a node: which value of the one is which of the other. */
import { SETTING_NAMES, type SettingName, type SettingValues, settingProblem } from '#contract/admin/settings.ts'
import { type Config, senderOf } from '#server/platform/config.ts'

/** The settings as a config has them. */
export function settingsOf(config: Config): SettingValues {
  return {
    brandName: config.brand.name,
    subsidiary: config.brand.subsidiary,
    supportEmail: config.brand.supportEmail,
    vipGroupUrl: config.brand.vipGroupUrl,
    cashAppHandle: config.cashAppHandle ?? '',
    holdMinutes: config.holdMinutes,
    linkHours: config.linkHours,
    deliveryDays: config.deliveryDays,
    leadDays: config.leadDays,
    vipCap: config.saleCaps.vip,
    premierCap: config.saleCaps.premier,
    premiumCap: config.saleCaps.premium,
    standardCap: config.saleCaps.standard,
    timeZone: config.timeZone,
    usualCommissionBps: config.usualCommissionBps,
    lateCreditBps: config.lateCreditBps,
    adminSecondFactor: config.isSecondFactorDemanded ? 'required' : 'optional',
    returningCreditBps: config.returningCreditBps,
  }
}

/** The config that counts: the one of the environment with the saved settings over it. */
export function withSettings(config: Config, saved: Partial<SettingValues>): Config {
  const values = { ...settingsOf(config), ...saved }
  const brand = {
    name: values.brandName,
    subsidiary: values.subsidiary,
    supportEmail: values.supportEmail,
    vipGroupUrl: values.vipGroupUrl,
  }
  return {
    ...config,
    brand,
    mailFrom: config.fixedMailFrom ?? senderOf(brand),
    cashAppHandle: values.cashAppHandle || undefined,
    holdMinutes: values.holdMinutes,
    linkHours: values.linkHours,
    deliveryDays: values.deliveryDays,
    leadDays: values.leadDays,
    saleCaps: {
      vip: values.vipCap,
      premier: values.premierCap,
      premium: values.premiumCap,
      standard: values.standardCap,
    },
    timeZone: values.timeZone,
    usualCommissionBps: values.usualCommissionBps,
    lateCreditBps: values.lateCreditBps,
    isSecondFactorDemanded: values.adminSecondFactor === 'required',
    returningCreditBps: values.returningCreditBps,
  }
}

/**
 * What was saved, as far as this version understands it. What it does not (a setting of another version, a value that is
 * against the rules by now) is left out, so that its default counts.
 */
export function understood(rows: readonly { name: string; value: unknown }[]): {
  saved: Partial<SettingValues>
  unknown: string[]
} {
  const saved: Partial<Record<SettingName, string | number>> = {}
  const unknown: string[] = []
  for (const { name, value } of rows) {
    const known = SETTING_NAMES.find((one) => one === name)
    const isValue = typeof value === 'string' || typeof value === 'number'
    if (known && isValue && !settingProblem(known, value)) saved[known] = value
    else unknown.push(name)
  }
  return { saved: saved as Partial<SettingValues>, unknown }
}
