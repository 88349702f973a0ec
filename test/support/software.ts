/** This software as records of tests tell it. */
export const TEST_SOFTWARE = {
  producerName: 'Productor de Prueba SL',
  producerNif: 'A12345674',
  systemName: 'Invoice Batch Engine',
  systemId: 'IB',
  version: '0.0.0',
};
