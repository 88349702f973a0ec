/** The software as it is named in the records of tests. */
export const TEST_SOFTWARE = {
  producerName: 'Productor de Prueba SL',
  producerNif: 'A12345674',
  systemName: 'Invoice Batch Engine',
  systemId: 'IB',
  version: '0.0.0',
};
