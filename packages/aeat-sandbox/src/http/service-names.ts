/** The services of AEAT that answer on this server. */
export const SERVICE_NAMES = ['verifactu', 'sii', 'census', 'spfe'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** Whether a message changes a register or asks about it. */
export type MessageKind = 'remission' | 'consulta';
