interface Expected {
  readonly document: string;
  /** `item path, identifiers` by type. */
  readonly types: Readonly<Record<string, string>>;
  readonly roles: Readonly<Record<string, string>>;
  /** By `type identifier`. */
  readonly bindings: Readonly<Record<string, readonly string[]>>;
  readonly references: Readonly<Record<string, readonly string[]>>;
  /** By `type writer reader`. */
  readonly shared: Readonly<Record<string, readonly string[]>>;
}

export const PETSTORE: Expected = {
  document: 'petstore',
  types: { pet: '/pet/{petId}', user: '/user/{username}', order: '/store/order/{orderId}' },
  roles: {
    updatePet: 'update pet',
    addPet: 'create pet',
    findPetsByStatus: 'list pet filtered',
    findPetsByTags: 'list pet filtered',
    getPetById: 'read pet',
    updatePetWithForm: 'action pet',
    deletePet: 'delete pet',
    uploadFile: 'action pet',
    getInventory: 'other -',
    placeOrder: 'create order',
    getOrderById: 'read order',
    deleteOrder: 'delete order',
    createUser: 'create user',
    createUsersWithListInput: 'action user',
    loginUser: 'other user',
    logoutUser: 'other user ends session',
    getUserByName: 'read user',
    updateUser: 'update user',
    deleteUser: 'delete user',
  },
  bindings: {
    'pet petId': [
      'response addPet /id',
      'request addPet /id',
      'list findPetsByStatus /*/id',
      'list findPetsByTags /*/id',
    ],
    'order orderId': ['response placeOrder /id', 'request placeOrder /id'],
    'user username': ['response createUser /username', 'request createUser /username'],
  },
  references: { placeOrder: ['body /petId -> pet.petId'], addPet: [], loginUser: ['query username -> user.username'] },
  shared: {
    'pet addPet getPetById': ['/name', '/category/name', '/photoUrls', '/tags/*/name', '/status'],
    'order placeOrder getOrderById': ['/petId', '/quantity', '/shipDate', '/status', '/complete'],
  },
};

export const MUSEUM: Expected = {
  document: 'museum',
  types: { 'special-event': '/special-events/{eventId}', ticket: '/tickets/{ticketId}' },
  roles: {
    getMuseumHours: 'other -',
    createSpecialEvent: 'create special-event',
    listSpecialEvents: 'list special-event',
    getSpecialEvent: 'read special-event',
    updateSpecialEvent: 'patch special-event',
    deleteSpecialEvent: 'delete special-event',
    buyMuseumTickets: 'create ticket',
    getTicketCode: 'other ticket',
  },
  bindings: {
    'special-event eventId': [
      'response createSpecialEvent /eventId',
      'request createSpecialEvent /eventId',
      'location createSpecialEvent',
      'list listSpecialEvents /*/eventId',
    ],
    'ticket ticketId': [
      'response buyMuseumTickets /ticketId',
      'request buyMuseumTickets /ticketId',
      'location buyMuseumTickets',
    ],
  },
  references: { buyMuseumTickets: ['body /eventId -> special-event.eventId'], createSpecialEvent: [] },
  shared: {
    'special-event createSpecialEvent getSpecialEvent': ['/name', '/location', '/eventDescription', '/dates', '/price'],
  },
};

export const TRAIN_TRAVEL: Expected = {
  document: 'train-travel',
  types: { station: '-', trip: '-', booking: '/bookings/{bookingId}' },
  roles: {
    'get-stations': 'list station',
    'get-trips': 'list trip filtered',
    'get-bookings': 'list booking',
    'create-booking': 'create booking',
    'get-booking': 'read booking',
    'delete-booking': 'delete booking',
    'create-booking-payment': 'action booking',
  },
  bindings: {
    'station id': ['list get-stations /data/*/id'],
    'trip id': ['list get-trips /data/*/id'],
    'booking bookingId': ['response create-booking /id', 'location create-booking', 'list get-bookings /data/*/id'],
  },
  references: { 'create-booking': ['body /trip_id -> trip.id'], 'create-booking-payment': [] },
  shared: {
    'booking create-booking get-booking': ['/trip_id', '/passenger_name', '/has_bicycle', '/has_dog'],
    'booking create-booking get-bookings': ['/trip_id', '/passenger_name', '/has_bicycle', '/has_dog'],
  },
};

export const REALWORLD: Expected = {
  document: 'realworld',
  types: {
    user: '-',
    'user.singleton': '/user',
    profile: '/profiles/{username}',
    article: '/articles/{slug}',
    comment: '/articles/{slug}/comments/{id}',
  },
  roles: {
    Login: 'action user',
    CreateUser: 'create user',
    GetCurrentUser: 'read user.singleton',
    UpdateCurrentUser: 'update user.singleton',
    GetProfileByUsername: 'read profile',
    FollowUserByUsername: 'action profile',
    UnfollowUserByUsername: 'action profile',
    GetArticlesFeed: 'list article filtered',
    GetArticles: 'list article',
    CreateArticle: 'create article',
    GetArticle: 'read article',
    UpdateArticle: 'update article',
    DeleteArticle: 'delete article',
    GetArticleComments: 'list comment',
    CreateArticleComment: 'create comment',
    DeleteArticleComment: 'delete comment',
    CreateArticleFavorite: 'action article',
    DeleteArticleFavorite: 'action article',
    GetTags: 'other -',
  },
  bindings: {
    'user username': ['response CreateUser /user/username', 'request CreateUser /user/username'],
    'profile username': [],
    'article slug': [
      'response CreateArticle /article/slug',
      'location CreateArticle',
      'list GetArticles /articles/*/slug',
      'list GetArticlesFeed /articles/*/slug',
    ],
    'comment id': ['response CreateArticleComment /comment/id', 'list GetArticleComments /comments/*/id'],
  },
  references: { CreateArticle: [], GetArticles: [], CreateArticleComment: [] },
  shared: {
    'article CreateArticle GetArticle': ['/title', '/description', '/body', '/tagList'],
    'article UpdateArticle GetArticles': ['/title', '/description', '/body'],
    'comment CreateArticleComment GetArticleComments': ['/body'],
  },
};

export const GITHUB: Expected = {
  document: 'github-issues',
  types: {
    org: '/orgs/{org}',
    repo: '/repos/{owner}/{repo}',
    issue: '/repos/{owner}/{repo}/issues/{issue_number}',
    label: '/repos/{owner}/{repo}/labels/{name}',
    milestone: '/repos/{owner}/{repo}/milestones/{milestone_number}',
    comment: '/repos/{owner}/{repo}/issues/comments/{comment_id}',
    'issue.label': '/repos/{owner}/{repo}/issues/{issue_number}/labels/{name}',
    lock: '/repos/{owner}/{repo}/issues/{issue_number}/lock',
  },
  roles: {
    'issues/list': 'list issue filtered',
    'repos/list-for-org': 'list repo filtered',
    'repos/create-in-org': 'create repo',
    'repos/create-for-authenticated-user': 'create repo',
    'repos/get': 'read repo',
    'repos/update': 'patch repo',
    'repos/delete': 'delete repo',
    'issues/list-for-repo': 'list issue',
    'issues/create': 'create issue',
    'issues/get': 'read issue',
    'issues/update': 'patch issue',
    'issues/add-assignees': 'action issue',
    'issues/list-comments-for-repo': 'list comment',
    'issues/get-comment': 'read comment',
    'issues/update-comment': 'patch comment',
    'issues/delete-comment': 'delete comment',
    'issues/list-comments': 'list comment filtered',
    'issues/create-comment': 'create comment',
    'issues/list-labels-on-issue': 'list issue.label',
    'issues/add-labels': 'action issue.label',
    'issues/remove-all-labels': 'action issue.label ends collection',
    'issues/remove-label': 'delete issue.label',
    'issues/lock': 'update lock creates',
    'issues/unlock': 'delete lock',
    'issues/list-labels-for-repo': 'list label',
    'issues/create-label': 'create label',
    'issues/get-label': 'read label',
    'issues/update-label': 'patch label',
    'issues/delete-label': 'delete label',
    'issues/list-milestones': 'list milestone',
    'issues/create-milestone': 'create milestone',
    'issues/get-milestone': 'read milestone',
    'issues/delete-milestone': 'delete milestone',
  },
  bindings: {
    'repo owner': [
      'location repos/create-in-org',
      'location repos/create-for-authenticated-user',
      'response repos/create-in-org /owner/login',
      'response repos/create-for-authenticated-user /owner/login',
      'list repos/list-for-org /*/owner/login',
    ],
    'issue issue_number': [
      'location issues/create',
      'response issues/create /number',
      'list issues/list-for-repo /*/number',
      'list issues/list /*/number',
    ],
    'label name': [
      'location issues/create-label',
      'response issues/create-label /name',
      'request issues/create-label /name',
      'list issues/list-labels-for-repo /*/name',
    ],
    'comment comment_id': [
      'location issues/create-comment',
      'response issues/create-comment /id',
      'list issues/list-comments-for-repo /*/id',
      'list issues/list-comments /*/id',
    ],
  },
  references: {
    'issues/create': [
      'body /milestone -> milestone.milestone_number',
      'body /labels/* -> label.name many',
      'body /labels/*/name -> label.name many',
    ],
    'issues/update': ['body /milestone -> milestone.milestone_number'],
    'issues/add-labels': ['body /labels/* -> label.name many'],
  },
  shared: {
    'issue issues/create issues/get': ['/title', '/body', '/labels/*/name'],
    'milestone issues/create-milestone issues/get-milestone': ['/title', '/state', '/description', '/due_on'],
  },
};
