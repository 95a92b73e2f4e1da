beforeEach(() => cy.task('mock:reset'));

it('the page says what went wrong', () => {
  cy.task('mock:use', { operation: 'listTasks', status: 429, body: { message: 'too many requests' } });
  cy.visit('/');
  cy.contains('The tasks cannot be shown: too many requests');
  cy.task('mock:problems').should('be.empty');
});
