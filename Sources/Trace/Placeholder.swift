// room reserved
