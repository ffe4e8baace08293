-- Messages of the operator to everybody.
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
select throws_ok($$ select tests.write('Mine') $$, '42501', null, 'a rider writes none');
select is_empty($$ select 1 from public.notifications $$, 'a rider reads no notifications');
select throws_ok($$ select public.send_notification(gen_random_uuid()) $$, 'PT403', 'not_allowed', 'a rider sends nothing');
select tests.act_as('fleet');
select throws_ok($$ select tests.write('Mine') $$, '42501', null, 'a fleet admin neither');
select tests.as_visitor();
select throws_ok($$ select 1 from public.notifications $$, '42501', null, 'a visitor reads none');
select throws_ok($$ select public.send_notification(gen_random_uuid()) $$, '42501', null, 'a visitor sends nothing');
select tests.act_as('admin');
select ok(tests.write('To all') is not null, 'an admin writes');
select lives_ok($$ select tests.write('To riders', 'rider'), tests.write('To drivers on iPhones', 'driver', 'IOS'), tests.write('To Androids', 'All', 'ANDROID') $$, 'to all kinds');
select throws_ok($$ select tests.write('To kings', 'king') $$, '23514', null, 'that there are');
select throws_ok($$ select tests.write(' ') $$, '23514', null, 'a notification is not blank');
select throws_ok($$ insert into public.notifications (title, body, sent_at) values ('Sent', 'x', now()) $$, '42501', null, 'an admin cannot claim to have sent a notification');
select throws_ok($$ update public.notifications set title = 'Other' $$, '42501', null, 'an admin does not change a notification later');
select is((select created_by from public.notifications where title = 'To all'), tests.id('admin'), 'who wrote it is kept');

-- Sending
select throws_ok($$ select public.send_notification(gen_random_uuid()) $$, 'PT404', 'notification_not_found', 'what is not there is not sent');
select is((public.send_notification(tests.letter('To all'))).recipients, 5, 'one is sent to every device that wants news');
select results_eq($$ select * from public.notification_progress(tests.letter('To all')) $$, $$ values (5, 0, 0) $$, 'at first all devices wait');
select is((select n.progress from public.notifications n where n.title = 'To all'), array[5, 0, 0], 'a list of notifications says so with each row');
select is((select public.progress(n) from public.notifications n where n.title = 'To riders'), null, 'a draft has come nowhere');
select results_eq($$ select tests.sent_to('To all') $$, array['driver-android', 'fleet-iphone', 'rider-browser', 'rider-iphone', 'rider2-android'], 'to each once');
select is((public.send_notification(tests.letter('To all'))).sent_at, app.now(), 'sending again');
select is((select count(*) from tests.sent_to('To all')), 5::bigint, 'sends nothing again');
select public.send_notification(tests.letter('To riders'));
select results_eq($$ select tests.sent_to('To riders') $$, array['rider-browser', 'rider-iphone', 'rider2-android'], 'riders are riders');
select public.send_notification(tests.letter('To Androids'));
select results_eq($$ select tests.sent_to('To Androids') $$, array['driver-android', 'rider2-android'], 'Androids are Androids');
select throws_ok($$ select public.send_notification(tests.letter('To drivers on iPhones')) $$, 'PT404', 'no_user_match', 'where there is nobody it says so');
select is((select sent_at from public.notifications where title = 'To drivers on iPhones'), null, 'a notification that reached nobody can be sent later');
delete from public.notifications where title = 'To riders';
select is(tests.letter('To riders'), null, 'an admin deletes');
select tests.as_owner();
select is((select payload - 'token' from app.outbox where payload ->> 'token' = 'rider2-android' and payload ->> 'title' = 'To all'),
  '{"platform": "ANDROID", "lang": null, "channelId": "bookings", "title": "To all", "msg": "Text", "plain": true}', 'its words go as they are');

-- Audit and demo mode
select set_eq($$ select distinct action from public.audit_log where target = 'notifications' $$, array['insert', 'delete', 'send_notification'], 'all of it is in the log');
select tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('admin');
select ok(tests.write('In a demo') is not null, 'in a demo an admin writes');
select throws_ok($$ select public.send_notification(tests.letter('In a demo')) $$, 'PT403', 'demo_mode', 'in a demo an admin sends nothing');
select throws_ok($$ delete from public.notifications $$, 'PT403', 'demo_mode', 'in a demo an admin deletes nothing');
select * from finish();
