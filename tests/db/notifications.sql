-- Messages of the operator to many people.
select no_plan();
create function tests.sent_to(title text) returns setof text language sql volatile security definer as $$
  select o.payload ->> 'token' from app.outbox o where o.payload ->> 'title' = sent_to.title order by 1
$$;
create function tests.write(title text, usertype text default 'All', devicetype text default 'All') returns uuid language sql volatile as $$
  insert into public.notifications (title, body, usertype, devicetype) values (write.title, 'Text', write.usertype, write.devicetype) returning id
$$;
create function tests.letter(title text) returns uuid language sql volatile as $$
  select n.id from public.notifications n where n.title = letter.title
$$;
select tests.as_owner();
delete from public.push_tokens;
select tests.let('rider', $$ select public.register_push_token('rider-iphone', 'IOS'), public.register_push_token('rider-browser', 'WEB') $$),
  tests.let('rider2', $$ select public.register_push_token('rider2-android', 'ANDROID') $$),
  tests.let('rider3', $$ select public.register_push_token('rider3-android', 'ANDROID', '{trips}') $$),
  tests.let('driver', $$ select public.register_push_token('driver-android', 'ANDROID') $$),
  tests.let('fleet', $$ select public.register_push_token('fleet-iphone', 'IOS') $$);

-- Writing
select tests.act_as('rider');
select throws_ok($$ select tests.write('Mine') $$, '42501', null, 'a rider cannot create a notification');
select is_empty($$ select 1 from public.notifications $$, 'a rider cannot read notifications');
select throws_ok($$ select public.send_notification(gen_random_uuid()) $$, 'PT403', 'not_allowed',
  'a rider cannot send a notification');
select tests.act_as('fleet');
-- Spec 6.14
select throws_ok($$ select tests.write('Mine') $$, '42501', null, 'a fleet admin cannot create a notification');
select tests.as_visitor();
select throws_ok($$ select 1 from public.notifications $$, '42501', null, 'a visitor cannot read notifications');
select throws_ok($$ select public.send_notification(gen_random_uuid()) $$, '42501', null,
  'a visitor cannot send a notification');
select tests.act_as('admin');
-- Spec 6.14, 7.47
select ok(tests.write('To all') is not null, 'an admin can create a notification');
-- Spec 3.46
select lives_ok($$ select tests.write('To riders', 'rider'), tests.write('To drivers on iPhones', 'driver', 'IOS'), tests.write('To Androids', 'All', 'ANDROID') $$, 'an admin can create notifications for each usertype and device type');
select throws_ok($$ select tests.write('To kings', 'king') $$, '23514', null,
  -- Spec 3.46
  'a notification for an unknown usertype is refused');
select throws_ok($$ select tests.write(' ') $$, '23514', null, 'a notification with a blank title is refused');
select throws_ok($$ insert into public.notifications (title, body, sent_at) values ('Sent', 'x', now()) $$, '42501', null, 'an admin cannot set a notification''s sent_at');
select throws_ok($$ update public.notifications set title = 'Other' $$, '42501', null, 'an admin cannot change a notification');
select is((select created_by from public.notifications where title = 'To all'), tests.id('admin'),
  'a notification stores its author');

-- Sending
select throws_ok($$ select public.send_notification(gen_random_uuid()) $$, 'PT404', 'notification_not_found', 'a notification that does not exist cannot be sent');
select is(public.notification_receivers(), 5, 'pages of the last release count the devices that want news');
select is(public.notification_receivers('rider', 'IOS'), 1, 'pages of the last release count the devices of some people');
select is((public.send_notification(tests.letter('To all'))).recipients, 5,
  -- Spec 5.31, 7.30
  'a notification for all is sent to each device with the channel news');
select results_eq($$ select * from public.notification_progress(tests.letter('To all')) $$, $$ values (5, 0, 0, 0) $$, 'right after sending all devices of a notification wait');
select is((select n.progress from public.notifications n where n.title = 'To all'), array[5, 0, 0, 0], 'the list of notifications shows each one''s progress');
select is((select public.progress(n) from public.notifications n where n.title = 'To riders'), null, 'a draft notification has no progress');
select results_eq($$ select tests.sent_to('To all') $$, array['driver-android', 'fleet-iphone', 'rider-browser', 'rider-iphone', 'rider2-android'], 'a notification is queued once for each device');
select is((public.send_notification(tests.letter('To all'))).sent_at, app.now(), 'sending a notification again succeeds');
select is((select count(*) from tests.sent_to('To all')), 5::bigint, 'sending a notification again queues nothing');
select public.send_notification(tests.letter('To riders'));
-- Spec 5.31
select results_eq($$ select tests.sent_to('To riders') $$, array['rider-browser', 'rider-iphone', 'rider2-android'], 'a notification for riders is queued only for riders'' devices');
select public.send_notification(tests.letter('To Androids'));
-- Spec 5.31
select results_eq($$ select tests.sent_to('To Androids') $$, array['driver-android', 'rider2-android'], 'a notification for Android is queued only for Android devices');
-- Spec 5.32, 8.39
select throws_ok($$ select public.send_notification(tests.letter('To drivers on iPhones')) $$, 'PT404', 'no_user_match', 'a notification without a matching device is refused');
select is((select sent_at from public.notifications where title = 'To drivers on iPhones'), null, 'a notification without a matching device stays unsent');
delete from public.notifications where title = 'To riders';
-- Spec 7.30
select is(tests.letter('To riders'), null, 'an admin can delete a notification');
select tests.as_owner();
select is((select payload - 'token' from app.outbox where payload ->> 'token' = 'rider2-android' and payload ->> 'title' = 'To all'),
  '{"platform": "ANDROID", "lang": null, "channelId": "bookings", "title": "To all", "msg": "Text", "plain": true}', 'a notification''s text is pushed as plain text');

-- Audit log and demo mode
select set_eq($$ select distinct action from public.audit_log where target = 'notifications' $$, array['insert', 'delete', 'send_notification'], 'creating, deleting and sending notifications is recorded in the audit log');
select tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('admin');
-- Spec 6.34
select ok(tests.write('In a demo') is not null, 'an admin can create a notification in a demo');
-- Spec 6.35
select throws_ok($$ select public.send_notification(tests.letter('In a demo')) $$, 'PT403', 'demo_mode', 'an admin cannot send a notification in a demo');
select throws_ok($$ delete from public.notifications $$, 'PT403', 'demo_mode',
  'an admin cannot delete a notification in a demo');
select * from finish();
