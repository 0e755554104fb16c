function down(r) {
  r.headersOut['Content-Type'] = 'text/html';
  r.return(503, '<h1>Down, says JavaScript</h1>\n');
}

export default { down };
