export * from 'jsonpath-rfc9535';
