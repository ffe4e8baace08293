-- Cases: what a rider tells the desk after a trip, who reads it, and how it is answered.
select no_plan();
create function tests.kase() returns uuid language sql stable security definer as $$ select c.id from public.cases c order by c.created_at desc, c.id desc limit 1 $$;
create function tests.case_reasons() returns text language plpgsql as $$
begin
  perform tests.act_as('admin');
  return (select string_agg(a.reason, ' ' order by a.reason) from public.attention_list() a where a.reason like 'case%');
end $$;
select tests.ride('STARTED') as ride;

-- Acting as others
select tests.as_visitor();
select throws_ok($$ select public.open_case(gen_random_uuid(), 'fare', 'x') $$, '42501', null, 'a visitor opens no case');
select throws_ok($$ select * from public.booking_cases(gen_random_uuid()) $$, '42501', null, 'a visitor reads no case');
select throws_ok($$ select public.answer_case(gen_random_uuid(), 'x') $$, '42501', null, 'a visitor answers no case');
select tests.act_as('rider');
select throws_ok($$ select public.open_case(tests.booking(), 'fare', 'Too much') $$, 'PT409', 'wrong_status', 'a trip under way has its desk by telephone');
select tests.as_owner(), tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.act_as('rider2');
select throws_ok($$ select public.open_case(tests.booking(), 'fare', 'Too much') $$, 'PT404', 'booking_not_found', 'another rider opens no case');
select tests.act_as('driver');
select throws_ok($$ select public.open_case(tests.booking(), 'lost', 'A bag', '555') $$, 'PT404', 'booking_not_found', 'the driver opens no case');
select tests.act_as('admin');
select throws_ok($$ select public.open_case(tests.booking(), 'fare', 'x') $$, 'PT404', 'booking_not_found', 'an admin opens no case');

-- Bad input
select tests.act_as('rider');
select throws_ok($$ select public.open_case(tests.booking(), 'theft', 'x') $$, 'PT422', 'select_proper', 'a kind is one of three');
select throws_ok($$ select public.open_case(tests.booking(), null, 'x') $$, 'PT422', 'select_proper', 'a case has a kind');
select throws_ok($$ select public.open_case(tests.booking(), 'fare', E' \u200B\n ') $$, 'PT422', 'message_invalid', 'a case says something');
select throws_ok($$ select public.open_case(tests.booking(), 'fare', repeat('x', 10000)) $$, 'PT422', 'message_invalid', '10,000 characters are too many');
select throws_ok($$ select public.open_case(tests.booking(), 'lost', 'A bag') $$, 'PT422', 'case_reach_missing', 'who lost something says how to be reached');
select throws_ok($$ insert into public.cases (booking_id, customer_id, kind, message) values (tests.booking(), tests.id('rider'), 'fare', 'x') $$, '42501', null, 'nobody writes the table');

-- Acting as the rider
select tests.as_owner();
delete from realtime.messages;
select tests.act_as('rider');
select is((select message from public.open_case(tests.booking(), 'lost', E'An <b>umbrella</b>\u202E <script>alert(1)</script>', ' +423 555 12 12 ')), E'An <b>umbrella</b> <script>alert(1)</script>', 'a case is kept as it was written, without tricks');
select is((select id from public.open_case(tests.booking(), 'lost', 'An <b>umbrella</b> <script>alert(1)</script>', '555')), tests.kase(), 'a repeat is the same case');
select throws_ok($$ select public.open_case(tests.booking(), 'lost', 'And a hat', '555') $$, 'PT409', 'case_open', 'one of a kind is open at a time');
select lives_ok($$ select public.open_case(tests.booking(), 'fare', 'Too much') $$, 'another kind is another case');
select is((select count(*)::integer from public.cases), 2, 'the rider reads the own');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.cases $$, 'another rider reads none');
select tests.act_as('driver');
select is_empty($$ select 1 from public.cases $$, 'the driver reads none');
select tests.act_as('admin');
select is_empty($$ select 1 from public.cases $$, 'staff reads them by a function only');
select tests.as_owner();
select set_eq($$ select distinct m.topic || ' ' || m.event from realtime.messages m where m.event in ('attention', 'booking') $$,
  $$ values ('admin attention'), ('booking:' || tests.booking() || ' booking') $$, 'the desk and the open pages of the trip are told at once');
select is(tests.case_reasons(), 'case_fare case_lost', 'both are on the attention list');
select is((select attention from (select public.attention(b) from public.bookings b where b.id = tests.booking()) a), '{case_fare,case_lost}', 'the row of the booking says so');

-- Staff
select tests.act_as('fleet');
select throws_ok($$ select * from public.booking_cases(tests.booking()) $$, 'PT403', 'not_allowed', 'a fleet admin reads no case');
select is_empty($$ select 1 from public.attention_list() where reason like 'case%' $$, 'cases are the office''s');
select tests.act_as('rider');
select throws_ok($$ select public.answer_case(tests.kase(), 'x') $$, 'PT403', 'not_allowed', 'a rider answers no case');
select tests.act_as('admin');
select is((select count(*)::integer from public.booking_cases(tests.booking())), 2, 'admins read what a booking''s rider said');
select throws_ok($$ select public.answer_case(gen_random_uuid(), 'x') $$, 'PT404', 'case_not_found', 'what does not exist is not answered');
select throws_ok($$ select public.answer_case(tests.kase(), ' ', true) $$, 'PT422', 'message_invalid', 'no case is closed without an answer');
select throws_ok($$ select public.answer_case(tests.kase(), repeat('x', 10000)) $$, 'PT422', 'message_invalid', 'an answer has a limit');
select lives_ok($$ select public.answer_case(tests.kase(), 'We look at it') $$, 'a case is answered');
select is(tests.case_reasons(), 'case_fare case_lost', 'an answer alone leaves it open');
select lives_ok($$ select public.answer_case(tests.kase(), null, true) $$, 'an answered case is closed without another word');
select throws_ok($$ select public.answer_case(tests.kase(), 'again') $$, 'PT409', 'case_closed', 'a closed case stands');
select is(tests.case_reasons(), 'case_lost', 'a closed case leaves the list');
select tests.as_owner();
select results_eq($$ select n.key, n.params ->> 'reference', n.screen from public.notices n where n.user_id = tests.id('rider') and n.key = 'case_answered' $$,
  $$ select 'case_answered', b.reference, 'BookedCab' from public.bookings b where b.id = tests.booking() $$, 'the rider gets one notice of one answer');
select is((select count(*)::integer from public.audit_log l where l.action = 'answer_case'), 2, 'answering and closing are in the log');
select tests.act_as('rider');
select lives_ok($$ select public.open_case(tests.booking(), 'fare', 'Still too much') $$, 'after the desk has closed one the rider may open another');

-- A demo, time, and leaving
select tests.as_owner(), tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('admin');
select throws_ok($$ select public.answer_case(tests.kase(), 'x') $$, 'PT403', 'demo_mode', 'a demo answers nobody');
select is((select bool_and(reach is null or reach like '***%') from public.booking_cases(tests.booking())), true, 'a demo does not tell how to reach people');
select tests.as_owner(), tests.set('allow_critical_edits_admin', 'true');
update public.cases set closed_at = app.now(), answer = 'Found', answered_at = app.now() where kind = 'lost';
select tests.turn('31 days'), app.purge_cases();
select is_empty($$ select 1 from public.cases where reach is not null $$, 'a month after closing nobody knows how to reach the person');
select tests.act_as('rider');
select throws_ok($$ select public.open_case(tests.booking(), 'question', 'x') $$, 'PT409', 'case_too_late', 'after a month it is too late');
select ok((select jsonb_array_length(public.export_my_data() -> 'cases')) = 3, 'people may have their own cases');
select tests.as_owner();
create function tests.forget(name text) returns void language sql security definer as $$ select app.anonymize_person(tests.id(name)) $$;
select tests.as_owner(), tests.forget('rider');
select is_empty($$ select 1 from public.cases where message <> 'deleted' or closed_at is null $$, 'nothing of what a person said stays when they leave');
select * from finish();
